#!/usr/bin/env bash
# Makes a tarball and a Debian package of the release binary, their checksums and a list of what is in them (SPDX):
# build.sh BINARY FOLDER [REVISION]. The version is the binary's own, and REVISION counts packages of it.
set -euo pipefail

binary=$(realpath "$1")
folder=$(realpath --canonicalize-missing "$2")
revision=${3:-1}
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=.ci/package

version=$("$binary" --version | cut -d' ' -f2)
architecture=$(dpkg --print-architecture)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
name=shipmate-$version-linux-$architecture
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"

# What both have, where the package puts it.
root=$work/root
doc=$root/usr/share/doc/shipmate
python3 $here/words.py "$binary" "$work/words"
install -D "$binary" "$root/usr/bin/shipmate"
install -D --mode=644 "$work/words/shipmate.bash" "$root/usr/share/bash-completion/completions/shipmate"
install -D --mode=644 "$work/words/_shipmate" "$root/usr/share/zsh/vendor-completions/_shipmate"
install -D --mode=644 "$work/words/shipmate.1" "$root/usr/share/man/man1/shipmate.1"
gzip --best --no-name "$root/usr/share/man/man1/shipmate.1"
install -D --mode=600 "$work/words/environment" "$root/etc/shipmate/environment"
install --directory "$root/lib/systemd/system"
# A user that stays, since what it owns stays.
sed -e 's|/usr/local/bin/|/usr/bin/|' \
    -e 's|^# A user of its own.*|# A user of its own, without any right of root'\''s.|' \
    -e 's|^DynamicUser=yes$|User=shipmate\nGroup=shipmate|' \
    Documentation/systemd/shipmate.service >"$root/lib/systemd/system/shipmate.service"
grep --quiet '^User=shipmate$' "$root/lib/systemd/system/shipmate.service"
install --mode=644 Documentation/systemd/shipmate.socket "$root/lib/systemd/system/"
install -D --mode=644 --target-directory="$doc/examples" \
    Documentation/app-profile.example.json Documentation/prometheus-alerts.yml \
    Documentation/systemd/shipmate.service.d/{database-elsewhere,network}.conf \
    Documentation/systemd/shipmate-backup.service
(cd Documentation && find . -name '*.md' -o -name '*.svg' -o -name '*.sh') | while read -r page; do
    install -D --mode=644 "Documentation/$page" "$doc/$page"
done
install --mode=644 $here/copyright "$doc/copyright"
gzip --best --no-name --stdout CHANGELOG.md >"$doc/changelog.gz"
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -print0 | xargs -0 touch --no-dereference --date="@$SOURCE_DATE_EPOCH"

# The tarball: the same under one folder, to be copied below /usr or anywhere.
tarball=$work/$name
mkdir "$tarball"
cp -a "$root/usr/bin" "$root/usr/share" "$tarball/"
cp -a "$root/etc" "$tarball/etc"
cp -a Documentation/systemd "$tarball/systemd"
cp LICENSE README.md CHANGELOG.md "$tarball/"
tar --create --gzip --file="$folder/$name.tar.gz" --directory="$work" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$SOURCE_DATE_EPOCH" "$name"

# The package: it depends on the libraries that the binary is linked with.
mkdir -p "$root/DEBIAN" "$work/debian"
echo "Source: shipmate" >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/shipmate" 2>/dev/null | sed 's/^shlibs:Depends=//')
cat >"$root/DEBIAN/control" <<END
Package: shipmate
Version: $version-$revision
Architecture: $architecture
Maintainer: The Shipmate contributors <shipmate@localhost>
Installed-Size: $(du --summarize --apparent-size --block-size=1024 --exclude=DEBIAN "$root" | cut -f1)
Depends: adduser, ca-certificates, $libraries
Recommends: postgresql
Section: net
Priority: optional
Description: referral rewards backend
 Serves an app's referral programme over HTTP: invites and links, events, rules that pay rewards exactly once, and a
 ledger that adds up. It keeps everything in PostgreSQL, one of its own or another.
END
echo /etc/shipmate/environment >"$root/DEBIAN/conffiles"
install --mode=755 $here/postinst $here/prerm $here/postrm "$root/DEBIAN/"
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
deb=$folder/shipmate_$version-${revision}_$architecture.deb
dpkg-deb --build --root-owner-group "$root" "$deb" >/dev/null

python3 $here/sbom.py "$version" "$root/usr/bin/shipmate" "$folder/$name.spdx.json"
(cd "$folder" && sha256sum "$name.tar.gz" "$(basename "$deb")" "$name.spdx.json" >SHA256SUMS)
ls -l "$folder"
