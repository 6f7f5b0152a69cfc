#!/bin/sh
# Fonts, texts and the allocator that synthesis and training use: Debian packages, listed in packages.txt. With a cache
# folder also the faces of old print and of handwriting (faces.txt: folder, package, file): to fontconfig they stay
# unknown, or older data versions would draw with them.
set -eu
cd "$(dirname "$0")"
apt-get update -qq
xargs -a packages.txt apt-get install -y -qq --no-install-recommends
[ $# -gt 0 ] || exit 0
cache=$(cd "$1" && pwd)
folder=$(mktemp -d)
cut -d ' ' -f 2 faces.txt | sort -u | xargs npm install --silent --no-audit --no-fund --prefix "$folder"
while read -r into package file; do
  mkdir -p "$cache/$into"
  cp "$folder/node_modules/${package%@*}/$file" "$cache/$into/"
done < faces.txt
(cd "$folder" && apt-get download -qq fonts-blankenburg texlive-fonts-extra)
dpkg-deb -x "$folder"/fonts-blankenburg_*.deb "$folder/blankenburg"
cp "$folder"/blankenburg/usr/share/fonts/truetype/blankenburg/*.ttf "$cache/faces/"
# Four faces of half a gigabyte: nothing else has type of the 18th century.
dpkg-deb --fsys-tarfile "$folder"/texlive-fonts-extra_*.deb |
  tar x -C "$folder" --wildcards '*/yfonts-otf/*.otf' '*/qualitype/QTFraktur.otf'
find "$folder/usr" -name '*.otf' -exec cp {} "$cache/faces-6/" ';'
rm -r "$folder"
