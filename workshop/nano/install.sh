#!/bin/sh
# Fonts, texts and the allocator that synthesis and training use: Debian packages, listed in packages.txt.
set -eu
cd "$(dirname "$0")"
apt-get update -qq
xargs -a packages.txt apt-get install -y -qq --no-install-recommends
