#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes Debian packages of a copy of this tree, as it is, and has lintian look
# at them: an error or a warning is a failure.  What is lacking is named.
#
#     deb.sh DIRECTORY VERSION
set -eu
step=deb
. .ci/lib.sh
into=$1 version=$2
lacking=
for row in dpkg-buildpackage:dpkg-dev dh:debhelper lintian:lintian; do
    has "${row%%:*}" "${row#*:}" || lacking="$lacking ${row#*:}"
done
for package in libelf-dev libjansson-dev; do
    dpkg -s "$package" >/dev/null 2>&1 || lacking="$lacking $package"
done
if [ -n "$lacking" ]; then
    echo "deb: needs more.  Run, as root:" >&2
    echo "    apt-get install -y --no-install-recommends$lacking" >&2
    exit 1
fi

rm -rf "$into"
tree=$into/profilcheck-$version
copy_tree "$tree"
mv "$tree/.ci/debian" "$tree/debian"
# The date is that of the last change, so that the same tree makes the same
# package.
date=$(git log -1 --format=%cD 2>/dev/null) || date=$(date -R)
cat >"$tree/debian/changelog" <<END
profilcheck ($version) unstable; urgency=medium

  * Packages of the tree as it is.

 -- the profilcheck authors <profilcheck@example.org>  $date
END
cd "$tree"
# Not the settings of the make that runs this.
unset MAKEFLAGS MFLAGS MAKELEVEL CC CFLAGS LDFLAGS BUILD
dpkg-buildpackage -us -uc -b "-j${JOBS:-2}" >"$into/log" 2>&1 || {
    tail -n 20 "$into/log" >&2
    exit 1
}
cd "$into"
lintian --profile debian --fail-on error,warning --allow-root ./*.changes
ls ./*.deb
