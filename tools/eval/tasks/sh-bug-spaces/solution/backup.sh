#!/bin/sh
# Copies the .txt files of one folder into another.
set -eu
from=$1
to=$2
mkdir -p "$to"
for file in "$from"/*.txt; do
  if [ -e "$file" ]; then
    cp "$file" "$to/"
  fi
done
