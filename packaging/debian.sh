#!/bin/sh
# A Debian package from the sdist: packaging/debian.sh dist/satsudoku_tui-VERSION.tar.gz FOLDER
# Needs debhelper, dh-virtualenv, dpkg-dev, python3-dev and python3-venv; writes the .deb into FOLDER.
set -eu
sdist=$(realpath "$1")
folder=$(realpath "$2")
version=$(basename "$sdist" .tar.gz)
version=${version#satsudoku_tui-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xzf "$sdist" -C "$work"
cd "$work/satsudoku_tui-$version"
cp -r packaging/debian debian
cat > debian/changelog <<END
satsudoku-tui ($version) stable; urgency=medium

  * See CHANGELOG.md.

 -- The satsudoku-tui authors <satsudoku-tui@example.invalid>  $(date -R -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")
END
dpkg-buildpackage -b -us -uc
mv ../satsudoku-tui_*.deb "$folder"
