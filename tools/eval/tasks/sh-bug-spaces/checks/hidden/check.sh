#!/bin/sh
set -eu
rm -rf hidden/at && mkdir -p 'hidden/at/my folder' hidden/at/none
echo 1 >'hidden/at/my folder/my notes.txt'
echo 2 >'hidden/at/my folder/plain.txt'
echo 3 >'hidden/at/my folder/-n.txt'
echo 4 >'hidden/at/my folder/other.md'
sh ./backup.sh 'hidden/at/my folder' 'hidden/at/to here'
test "$(ls 'hidden/at/to here' | sort | tr '\n' '|')" = "$(printf '%s\n' '-n.txt' 'my notes.txt' 'plain.txt' | sort | tr '\n' '|')"
test "$(cat 'hidden/at/to here/my notes.txt')" = 1
sh ./backup.sh hidden/at/none hidden/at/empty
test -z "$(ls hidden/at/empty)"
