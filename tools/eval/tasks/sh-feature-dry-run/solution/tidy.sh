#!/bin/sh
# Removes the .tmp files below a folder; with -n it shows them.
set -eu
only_show=no
if [ "${1-}" = -n ]; then
  only_show=yes
  shift
fi
if [ $# -ne 1 ]; then
  echo 'usage: tidy.sh [-n] FOLDER' >&2
  exit 2
fi
if [ $only_show = yes ]; then
  find "$1" -type f -name '*.tmp' -exec printf 'would remove %s\n' {} +
else
  find "$1" -type f -name '*.tmp' -exec rm -- {} +
fi
