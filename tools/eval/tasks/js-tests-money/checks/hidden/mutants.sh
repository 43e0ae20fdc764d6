#!/bin/sh
# The tests must pass on what is there, and fail on every one of these changes.
set -u
test -f test/split.test.js || { echo 'test/split.test.js is not there'; exit 1; }
node --test "test/**/*.test.js" >/dev/null 2>&1 || { echo 'the tests do not pass'; exit 1; }
cp src/split.js hidden/split.js
missed=0
while IFS='|' read -r from to; do
  node -e '
    const fs = require("node:fs"); const [from, to] = process.argv.slice(1)
    const text = fs.readFileSync("hidden/split.js", "utf8")
    if (!text.includes(from)) process.exit(3)
    fs.writeFileSync("src/split.js", text.replace(from, () => to))' "$from" "$to" || { echo "no such code: $from"; missed=1; }
  if node --test "test/**/*.test.js" >/dev/null 2>&1; then echo "not noticed: $from became $to"; missed=1; fi
done <<'END'
Math.floor(|Math.ceil(
i < left|i <= left
i < left|i >= people - left
cents < 0|cents < -5
people < 1|people < 0
Number.isInteger(cents)|true
Number.isInteger(people)|true
END
cp hidden/split.js src/split.js
exit $missed
