#!/bin/sh
# Copies the .txt files of one folder into another.
set -eu
from=$1
to=$2
mkdir -p $to
for file in $(ls $from/*.txt); do
  cp $file $to/
done
