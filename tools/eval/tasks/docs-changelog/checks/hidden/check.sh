#!/bin/sh
# Blank lines do not matter.
set -eu
grep -v '^ *$' CHANGELOG.md | diff - hidden/expected.md
