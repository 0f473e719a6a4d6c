#!/usr/bin/env bash
# Installs, serves, upgrades, removes and purges the package in a fresh Debian: test.sh FIRST.deb SECOND.deb CACHE. The
# second has a higher version. CACHE keeps what debootstrap downloads. It needs root, and asks Debian's mirror.
set -euo pipefail

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
if [[ ${1:-} != --inside ]]; then
    # Mounts and processes of its own: none outlives it.
    exec unshare --mount --pid --fork --kill-child "$(realpath "${BASH_SOURCE[0]}")" --inside "$@"
fi
first=$(realpath "$2")
second=$(realpath "$3")
cache=$(realpath --canonicalize-missing "$4")
suite=bookworm
mirror=http://deb.debian.org/debian
url=http://127.0.0.1:8080

mount --make-rprivate /
work=$(mktemp -d)
root=$work/root
trap 'umount --lazy "$root"/{dev/shm,dev,proc} 2>/dev/null || true; rm -rf --one-file-system "$work"' EXIT
chmod 711 "$work"

say() { echo "PROGRESS ($SECONDS s): $*"; }
fail() { echo "FAILED: $*"; exit 1; }
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
installed() { inside dpkg-query --show --showformat='${Status} ${Version}' shipmate 2>/dev/null || true; }

# On a network that nobody else is on, where the port is free.
serving() {
    unshare --net bash -c 'ip link set lo up; set -euo pipefail; '"$(declare -f fail served); $(declare -p here root url work)"'; served "$@"' \
        served "$@"
}

# Starts the service as its units say, runs a story, and stops it.
served() {
    python3 "$here/serve.py" "$root" shipmate >"$work/serve.log" 2>&1 &
    local server=$! tries
    for ((tries = 0; tries < 600; tries++)); do
        if curl --silent --fail --max-time 5 --output /dev/null "$url/health/ready"; then break; fi
        if ! kill -0 "$server" 2>/dev/null; then cat "$work/serve.log"; fail "the server ended"; fi
        sleep 0.2
    done
    [[ $(stat --format=%U "$root/var/lib/shipmate") != root ]] || fail "root owns the data"
    # The new root's /proc shows this namespace's processes, the machine's does not.
    [[ $(awk '/^Uid:/ {print $2}' "$root/proc/$server/status") == "$(chroot "$root" id --user shipmate)" ]] || fail "another user"
    "$here/story.sh" "$1" "$url" "$work" || { cat "$work/serve.log"; fail "$1"; }
    kill -TERM "$server"
    wait "$server" || { cat "$work/serve.log"; fail "it did not stop in order"; }
}

say "a fresh Debian $suite"
base=$cache/$suite-$(date +%G-%V).tar
if [[ ! -e $base ]]; then
    mkdir -p "$cache"
    debootstrap --variant=minbase "$suite" "$work/base" "$mirror" >"$work/debootstrap.log" 2>&1 \
        || { tail "$work/debootstrap.log"; fail debootstrap; }
    tar --create --file="$base.new" --directory="$work/base" .
    mv "$base.new" "$base"
    rm -rf "$work/base"
fi
mkdir "$root"
tar --extract --file="$base" --directory="$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
cp /etc/resolv.conf "$root/etc/resolv.conf"
if compgen -G '/etc/apt/apt.conf.d/99*' >/dev/null; then cp /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/"; fi
# No service is started by its package here: there is nothing to start it.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
cp "$first" "$root/first.deb"
cp "$second" "$root/second.deb"

say "install"
inside apt-get update --quiet --quiet
inside apt-get install --yes --quiet --quiet --option=Dpkg::Use-Pty=0 /first.deb >"$work/apt.log" 2>&1 \
    || { tail -n 30 "$work/apt.log"; fail "install"; }
[[ $(installed) == "install ok installed $(dpkg-deb --field "$first" Version)" ]] || fail "$(installed)"
[[ $(inside shipmate --version) == "shipmate $(dpkg-deb --field "$first" Version | sed 's/-[^-]*$//')" ]] || fail "its version"
[[ $(inside stat --format='%U %a' /etc/shipmate/environment) == "root 600" ]] || fail "who may read the settings"
[[ $(inside bash -c '. /usr/share/bash-completion/completions/shipmate
    COMP_WORDS=(shipmate keys cr) COMP_CWORD=2; _shipmate; echo "${COMPREPLY[*]}"') == create ]] || fail "bash completion"
gzip --decompress --stdout "$root/usr/share/man/man1/shipmate.1.gz" | grep --quiet SHIPMATE_HTTP_PORT || fail "man page"
if command -v systemd-analyze >/dev/null; then
    systemd-analyze verify --root="$root" shipmate.service shipmate.socket 2>&1 | grep -i shipmate && fail "the units" || true
fi
# As an administrator would.
echo "SHIPMATE_ACCESS_LOG=off" >>"$root/etc/shipmate/environment"

say "serve"
serving begin

say "upgrade"
inside apt-get install --yes --quiet --quiet --option=Dpkg::Use-Pty=0 /second.deb >"$work/apt.log" 2>&1 \
    || { tail -n 30 "$work/apt.log"; fail "upgrade"; }
[[ $(installed) == "install ok installed $(dpkg-deb --field "$second" Version)" ]] || fail "$(installed)"
grep --quiet '^SHIPMATE_ACCESS_LOG=off$' "$root/etc/shipmate/environment" || fail "the settings are lost"

say "serve what was there"
serving again

say "remove"
inside apt-get remove --yes --quiet --quiet --option=Dpkg::Use-Pty=0 shipmate >"$work/apt.log" 2>&1 \
    || { tail -n 30 "$work/apt.log"; fail "remove"; }
[[ ! -e $root/usr/bin/shipmate && ! -e $root/lib/systemd/system/shipmate.service ]] || fail "files are left"
[[ -e $root/etc/shipmate/environment && -n $(ls -A "$root/var/lib/shipmate") ]] || fail "remove took settings or data"

say "purge"
inside apt-get purge --yes --quiet --quiet --option=Dpkg::Use-Pty=0 shipmate >"$work/apt.log" 2>&1 \
    || { tail -n 30 "$work/apt.log"; fail "purge"; }
[[ ! -e $root/etc/shipmate && ! -e $root/var/lib/shipmate && -z $(installed) ]] || fail "files are left: $(installed)"
! inside getent passwd shipmate >/dev/null || fail "the user is left"
say "done"
