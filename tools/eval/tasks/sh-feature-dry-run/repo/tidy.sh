#!/bin/sh
# Removes the .tmp files below a folder.
set -eu
find "$1" -type f -name '*.tmp' -exec rm -- {} +
