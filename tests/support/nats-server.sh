#!/bin/sh
# Unpacks a Debian release's nats-server, without installing it: nats-server.sh <release> <folder>
#
# Afterwards <folder>/nats-server runs. apt verifies the archive's signature and the package's checksum with
# the keys of this machine, in state folders of its own: the machine's sources, lists and packages stay as they are.
set -eu

release=$1
folder=$2
[ ! -x "$folder/nats-server" ] || exit 0

die() { printf 'nats-server.sh: %s\n' "$*" >&2; exit 1; }
command -v apt-get >/dev/null 2>&1 || die "this is no Debian: put a nats-server of Debian $release into $folder"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# apt downloads as a user of its own.
chmod 755 "$scratch"
mkdir -p "$scratch/parts" "$scratch/state/lists/partial" "$scratch/cache/archives/partial" "$scratch/package" "$scratch/root"
! id _apt >/dev/null 2>&1 || [ "$(id -u)" != 0 ] || chown _apt "$scratch/package"

# The mirror that this machine uses for its own release, whatever the format of its sources. apt tells it only with lists.
find_mirror() {
    apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' "Created-By: Packages" |
        sed -n "s/^$codename main //p" | head -n 1
}
codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-stable}")
mirror=$(find_mirror)
if [ -z "$mirror" ] && [ "$(id -u)" = 0 ]; then
    apt-get update -qq -o Acquire::Retries=3 </dev/null >&2
    mirror=$(find_mirror)
fi
[ -n "$mirror" ] || die "apt knows no mirror of Debian $codename: run apt-get update as root once"

keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -r "$keys" ] || die "$keys is missing: install debian-archive-keyring"
printf 'deb [signed-by=%s] %s %s main\n' "$keys" "$mirror" "$release" >"$scratch/sources.list"

own_apt() {
    apt-get -qq -o Acquire::Retries=3 -o Acquire::Languages=none -o Dir::Etc::sourcelist="$scratch/sources.list" \
        -o Dir::Etc::sourceparts="$scratch/parts" -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts="$scratch/parts" \
        -o Dir::State="$scratch/state" -o Dir::Cache="$scratch/cache" "$@" </dev/null >&2
}
own_apt update
(cd "$scratch/package" && own_apt download nats-server) || die "nats-server could not be fetched from Debian $release"
dpkg -x "$scratch/package"/nats-server_*.deb "$scratch/root"

# Another process may be doing the same: the rename decides, and both leave a whole program.
mkdir -p "$folder"
cp "$scratch/root/usr/sbin/nats-server" "$folder/.nats-server.$$"
mv "$folder/.nats-server.$$" "$folder/nats-server"
