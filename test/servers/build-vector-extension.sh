#!/bin/sh
# Builds the extension `vector` (pgvector) for the PostgreSQL of this machine, whose distribution is older than the
# extension's package: out of the source package of the next Debian release, with the server's own headers. As root.
#
# Usage: build-vector-extension.sh POSTGRESQL_VERSION
set -eu

version=$1
release=trixie
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
export DEBIAN_FRONTEND=noninteractive

command -v gcc >/dev/null || apt-get install -y -qq --no-install-recommends gcc libc6-dev
# Unpacked rather than installed: the package wants a second compiler, which nothing here needs.
apt-get -qq -o APT::Sandbox::User=root download "postgresql-server-dev-$version"
dpkg-deb -x postgresql-server-dev-*.deb headers

# From where this machine has its own packages, with lists that do not mix with its own.
mirror=$(apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
  awk '$1 == "Debian" && $2 == "main" { print $3; exit }')
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" >sources.list
mkdir -p lists/partial cache/archives/partial
next() {
  apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache" "$@" >&2
}
next update
next source --download-only pgvector
mkdir source
tar -xzf pgvector_*.orig.tar.gz -C source --strip-components=1

built=$(sed -n "s/^default_version = '\(.*\)'/\1/p" source/vector.control)
gcc -O2 -ftree-vectorize -fassociative-math -fno-signed-zeros -fno-trapping-math -fPIC -shared \
  -I"headers/usr/include/postgresql/$version/server" -o vector.so source/src/*.c
extensions=/usr/share/postgresql/$version/extension
install -m 644 vector.so "/usr/lib/postgresql/$version/lib/vector.so"
install -m 644 source/vector.control "$extensions/vector.control"
install -m 644 source/sql/vector.sql "$extensions/vector--$built.sql"
