#!/bin/sh
# Fonts, texts and the allocator that synthesis and training use: Debian packages, listed in packages.txt. With a cache
# folder also the faces of old print, into its `faces`: to fontconfig they stay unknown, or older data versions would
# draw with them.
set -eu
cd "$(dirname "$0")"
apt-get update -qq
xargs -a packages.txt apt-get install -y -qq --no-install-recommends
[ $# -gt 0 ] || exit 0
mkdir -p "$1/faces"
faces=$(cd "$1/faces" && pwd)
folder=$(mktemp -d)
cut -d ' ' -f 1 old-faces.txt | sort -u | xargs npm install --silent --no-audit --no-fund --prefix "$folder"
while read -r package file; do
  cp "$folder/node_modules/${package%@*}/$file" "$faces/"
done < old-faces.txt
(cd "$folder" && apt-get download -qq fonts-blankenburg && dpkg-deb -x fonts-blankenburg_*.deb blankenburg)
cp "$folder"/blankenburg/usr/share/fonts/truetype/blankenburg/*.ttf "$faces/"
rm -r "$folder"
