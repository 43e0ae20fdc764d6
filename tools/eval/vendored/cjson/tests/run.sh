#!/bin/sh
# Compiles and runs some of the tests: sh tests/run.sh parse_number print_number
set -eu
cd "$(dirname "$0")"
made=$(mktemp -d)
trap 'rm -r "$made"' EXIT
for name; do
  utils=
  case $name in *utils*) utils=../cJSON_Utils.c ;; esac
  cc -w -I.. -Iunity/src -o "$made/$name" "$name.c" $utils unity/src/unity.c unity_setup.c -lm
  "$made/$name"
done
