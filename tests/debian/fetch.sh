#!/bin/sh
# Unpacks Debian's puppet-module-* packages into FOLDER/debian and links each module by its short name in FOLDER/modules,
# for compare.py and tests/debian.rs:
#
#     tests/debian/fetch.sh FOLDER && tests/debian/compare.py FOLDER/modules
set -eu
mkdir -p "$1/debian" "$1/modules"
cd "$1/debian"
apt-cache pkgnames puppet-module- | sort | xargs apt-get download
for package in *.deb; do dpkg -x "$package" "${package%%_*}"; done
for module in "$PWD"/*/usr/share/puppet/modules.available/*; do
  name=$(basename "$module")
  ln -sfn "$module" "../modules/${name##*-}"
done
