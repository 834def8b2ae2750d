# The first process of a place of the lab (a host, or a switch); started by build.sh in fresh network,
# mount, host name and process namespaces. Everything that runs at the place ends with it.
# Arguments: the place's directory, whether it is a host.
set -euo pipefail
dir="$1" kind="$2"

# /proc is still that of the world outside: so this is the number that the outside knows us by.
read -r pid _ </proc/self/stat
echo "$pid" >"$dir/pid.new"
mount -t proc proc /proc
hostname "${dir##*/}"
sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1
ip link set lo up

if [[ "$kind" == host ]]; then
  # A home of its own, and names from the list alone: no question leaves the lab.
  mount --bind "$dir/passwd" /etc/passwd
  mount --bind "$dir/hosts" /etc/hosts
  mount --bind "$dir/nsswitch" /etc/nsswitch.conf
  mount -t tmpfs -o mode=755 tmpfs /run
  mkdir /run/sshd
  # JVMs keep a file each in it, named by their process numbers: of these, every host has the same.
  mkdir -p -m 755 /tmp/hsperfdata_root
  mount -t tmpfs -o mode=755 tmpfs /tmp/hsperfdata_root
  /usr/sbin/sshd -f "$dir/sshd_config" -E "$dir/sshd.log"
fi

mv "$dir/pid.new" "$dir/pid" # ready
# Not 'exec sleep': a shell reaps the processes that lose their parents here.
while :; do
  sleep 3600 &
  wait $!
done
