#!/bin/sh
set -eu
rm -rf hidden/at && mkdir -p 'hidden/at/a b'
touch hidden/at/1.tmp 'hidden/at/a b/2.tmp' hidden/at/3.txt
out=$(sh ./tidy.sh -n hidden/at | sort)
test "$out" = "$(printf 'would remove %s\n' hidden/at/1.tmp 'hidden/at/a b/2.tmp' | sort)"
test -e hidden/at/1.tmp
sh ./tidy.sh hidden/at
test ! -e hidden/at/1.tmp && test ! -e 'hidden/at/a b/2.tmp' && test -e hidden/at/3.txt
set +e
said=$(sh ./tidy.sh 2>&1 >/dev/null)
test $? = 2 || exit 1
test "$said" = 'usage: tidy.sh [-n] FOLDER' || exit 1
sh ./tidy.sh -n >/dev/null 2>&1
test $? = 2
