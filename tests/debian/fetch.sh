#!/bin/sh
# Unpacks Debian's puppet-module-* packages into FOLDER/debian and links each module by its short name in FOLDER/modules,
# for compare.py; the Rust tests take the packages themselves:
#
#     tests/debian/fetch.sh FOLDER && tests/debian/compare.py FOLDER/modules
#     PPREPL_DEBIAN=FOLDER/debian cargo test
set -eu
mkdir -p "$1/debian" "$1/modules"
cd "$1/debian"
apt-cache pkgnames puppet-module- | sort | xargs apt-get download
for package in *.deb; do dpkg -x "$package" "${package%%_*}"; done
for module in "$PWD"/*/usr/share/puppet/modules.available/*; do
  name=$(basename "$module")
  ln -sfn "$module" "../modules/${name##*-}"
done
