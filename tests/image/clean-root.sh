#!/usr/bin/env bash
# Runs a command as the image does, without a container engine: in a root of Debian's minimal system with nothing of this machine, on a
# read-only file system, as a user without rights. Must run in a mount namespace of its own: unshare --mount clean-root.sh …
#
#   clean-root.sh ROOT TREE DATA COMMAND…
set -euo pipefail
root=$1 tree=$2 data=$3
shift 3
mkdir -p "$root/shop" "$root/data" "$root/dev" "$root/proc" "$root/tmp"
mount --bind "$root" "$root"
mount --bind "$tree" "$root/shop"
mount --bind "$data" "$root/data"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -o remount,bind,ro "$root/shop"
mount -o remount,bind,ro "$root"
exec chroot --userspec=10001:10001 --groups=10001 "$root" /bin/sh -c 'cd /shop && exec "$@"' sh "$@"
