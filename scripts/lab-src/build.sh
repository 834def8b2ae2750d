# Builds the lab and takes it down; sourced by scripts/lab.
#
# A place is a process with namespaces of its own and a directory, $LAB/NAME. The wide-area network is
# the first place; all others are started inside its process namespace, so that the kernel ends them,
# and all that runs there, when it ends. Nothing is visible outside: no address, no interface, no mount.
#
#                        wan  203.0.113.0/24
#            ┌────────────────┼──────────────────┐
#          a1 .1            b1 .2              c1 .3           gateways: the first host of each LAN
#        10.1.0.0/24      10.2.0.0/24      192.168.3.0/24
#          a1 a2 …          b1 b2 …            c1 c2 …
#           open         only 22 comes in    behind NAT: only c1's 22 comes in

LANS=(a b c)

subnet_of() { # LAN
  case "$1" in
    a) echo 10.1.0 ;;
    b) echo 10.2.0 ;;
    c) echo 192.168.3 ;;
  esac
}

wan_address_of() { # LAN
  case "$1" in
    a) echo 203.0.113.1 ;;
    b) echo 203.0.113.2 ;;
    c) echo 203.0.113.3 ;;
  esac
}

hosts_of() { # LAN
  local i
  for ((i = 1; i <= HOSTS; i++)); do echo "$1$i"; done
}

all_hosts() {
  local lan
  for lan in "${LANS[@]}"; do hosts_of "$lan"; done
}

pid_of() { # PLACE: its first process, as known outside
  cat "$LAB/$1/pid"
}

# inside PLACE COMMAND...: in the place's network and file system, with the caller's processes.
inside() {
  nsenter -t "$(pid_of "$1")" --net --mount --uts -- "${@:2}"
}

# start_place NAME KIND: starts it and does not wait.
start_place() {
  local enter=() dir="$LAB/$1"
  mkdir -p "$dir"
  [[ "$1" == wan ]] || enter=(nsenter -t "$(pid_of wan)" --pid --)
  # In a session of its own: what ends the script's terminal does not end the lab.
  setsid ${enter[@]+"${enter[@]}"} unshare --net --mount --uts --pid --fork -- \
    bash "$ROOT/scripts/lab-src/place.sh" "$dir" "$2" </dev/null >"$dir/place.log" 2>&1 9>&- &
  disown # its end is no news for this shell
}

await_place() {
  local tries=0
  until [[ -e "$LAB/$1/pid" ]]; do
    ((++tries < 500)) || die "lab: $1 did not start: $(tail -q -n 3 "$LAB/$1"/*.log)" "run this as root, outside of containers that forbid namespaces"
    sleep 0.01
  done
}

# --- what a host finds: its home, its keys, the names of the others ---------------------------------

write_hosts_file() { # HOST: a gateway has one address inside its LAN and one outside
  local lan host i
  echo "127.0.0.1 localhost"
  for lan in "${LANS[@]}"; do
    i=0
    for host in $(hosts_of "$lan"); do
      ((++i))
      if ((i == 1)) && [[ "$lan" != "${1:0:1}" ]]; then
        echo "$(wan_address_of "$lan") $host"
      else
        echo "$(subnet_of "$lan").$i $host"
      fi
    done
  done
}

write_sshd_config() { # DIRECTORY
  cat <<END
Port 22
HostKey $1/host_key
PidFile $1/sshd.pid
UsePAM no
StrictModes no
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
AllowTcpForwarding yes
ClientAliveInterval 5
ClientAliveCountMax 3
MaxStartups 100
MaxSessions 100
Subsystem sftp internal-sftp
END
}

write_ssh_config() { # HOST
  local host
  if [[ "${1:0:1}" != c ]]; then
    for host in $(hosts_of c | tail -n +2); do printf 'Host %s\n  ProxyJump c1\n' "$host"; done
  fi
  printf 'Host *\n  User root\n  StrictHostKeyChecking yes\n  ConnectTimeout 10\n'
}

prepare_host() { # HOST
  local dir="$LAB/$1"
  mkdir -p "$dir/home/.ssh"
  chmod 700 "$dir/home" "$dir/home/.ssh"
  ssh-keygen -q -t ed25519 -N '' -C "$1" -f "$dir/host_key"
  awk -F: -v OFS=: -v home="$dir/home" '$3 == 0 { $6 = home } { print }' /etc/passwd >"$dir/passwd"
  write_hosts_file "$1" >"$dir/hosts"
  echo "hosts: files" | cat - <(grep -v '^hosts:' /etc/nsswitch.conf) >"$dir/nsswitch"
  write_sshd_config "$dir" >"$dir/sshd_config"
}

# Every host can log in to every other, and knows it.
share_keys() {
  ssh-keygen -q -t ed25519 -N '' -C phoenix-lab -f "$LAB/client_key"
  local host lan
  for host in $(all_hosts); do
    lan="${host:0:1}"
    echo "$host,$(subnet_of "$lan").${host:1}$([[ ${host:1} == 1 ]] && echo ",$(wan_address_of "$lan")") $(cut -d' ' -f1,2 "$LAB/$host/host_key.pub")"
  done >"$LAB/known_hosts"
  for host in $(all_hosts); do
    local ssh="$LAB/$host/home/.ssh"
    install -m 600 "$LAB/client_key" "$ssh/id_ed25519"
    install -m 600 "$LAB/client_key.pub" "$ssh/authorized_keys"
    install -m 600 "$LAB/known_hosts" "$ssh/known_hosts"
    write_ssh_config "$host" >"$ssh/config"
  done
}

# --- the network -----------------------------------------------------------------------------------------

# plug HOST INTERFACE SWITCH ADDRESS/LENGTH: a cable.
plug() {
  ip link add "$2" netns "$(pid_of "$1")" type veth peer name "$1" netns "$(pid_of "$3")"
  inside "$3" ip link set "$1" master switch up
  inside "$1" ip addr add "$4" dev "$2"
  inside "$1" ip link set "$2" up
}

connect_lan() { # LAN
  local subnet i=0 host
  subnet="$(subnet_of "$1")"
  for host in $(hosts_of "$1"); do
    ((++i))
    plug "$host" lan "$1" "$subnet.$i/24"
    if ((i == 1)); then
      plug "$host" wan wan "$(wan_address_of "$1")/24"
      inside "$host" sysctl -qw net.ipv4.ip_forward=1
    else
      inside "$host" ip route add default via "$subnet.1"
    fi
  done
}

# A gateway knows the ways to a and b; nobody outside knows one into c.
add_routes() {
  local from to
  for from in "${LANS[@]}"; do
    for to in a b; do
      [[ "$from" == "$to" ]] ||
        inside "${from}1" ip route add "$(subnet_of "$to").0/24" via "$(wan_address_of "$to")"
    done
  done
}

# The gateway of a LAN where only port 22 comes in and, unless OUT=any, only port 22 goes out.
firewall() { # LAN
  local out="tcp dport 22"
  [[ "$OUT" == any ]] && out="ip protocol { tcp, udp, icmp }"
  inside "${1}1" nft -f - <<END
table inet lab {
  chain input {
    type filter hook input priority 0; policy accept;
    iifname "wan" ct state established,related accept
    iifname "wan" tcp dport 22 accept
    iifname "wan" ip protocol icmp accept
    iifname "wan" drop
  }
  chain output {
    type filter hook output priority 0; policy accept;
    oifname "wan" ct state established,related accept
    oifname "wan" $out accept
    oifname "wan" ip protocol icmp accept
    oifname "wan" drop
  }
  chain forward {
    type filter hook forward priority 0; policy drop;
    ct state established,related accept
    iifname "wan" oifname "lan" tcp dport 22 accept
    iifname "lan" oifname "wan" $out accept
    iifname "lan" oifname "wan" ip protocol icmp accept
  }
}
END
}

masquerade() { # LAN
  inside "${1}1" nft -f - <<END
table ip labnat {
  chain postrouting {
    type nat hook postrouting priority srcnat; policy accept;
    oifname "wan" ip saddr $(subnet_of "$1").0/24 masquerade
  }
}
END
}

# --- up and down -------------------------------------------------------------------------------------------

build() {
  local place host
  mkdir -m 700 "$LAB"
  echo "$HOSTS" >"$LAB/hosts_per_lan"
  start_place wan switch
  await_place wan
  for place in "${LANS[@]}"; do start_place "$place" switch; done
  for host in $(all_hosts); do prepare_host "$host"; done
  share_keys
  for host in $(all_hosts); do start_place "$host" host; done
  for place in "${LANS[@]}" $(all_hosts); do await_place "$place"; done
  for place in wan "${LANS[@]}"; do
    # One that snoops for multicast reports, a second or so after it is up, that it does (IGMP).
    inside "$place" ip link add switch type bridge mcast_snooping 0
    inside "$place" ip link set switch up
  done
  for place in "${LANS[@]}"; do connect_lan "$place"; done
  add_routes
  firewall b
  firewall c
  masquerade c
}

# Whether a process is the first one of this lab's wide-area network, or the one that started it.
is_ours() { # PID
  [[ -r "/proc/$1/cmdline" ]] && tr '\0' ' ' <"/proc/$1/cmdline" 2>/dev/null | grep -qF "place.sh $LAB/wan "
}

our_processes() {
  local pid
  for pid in $(pgrep -f "place.sh $LAB/wan "); do
    if is_ours "$pid"; then echo "$pid"; fi
  done
}

# Ends every process of the lab and removes its directory. Does nothing if there is none.
remove() {
  [[ -d "$LAB" ]] || return 0
  local tries=0 pids
  pids="$(our_processes)"
  while [[ -n "$pids" ]]; do
    # shellcheck disable=SC2086
    kill -KILL $pids 2>/dev/null || true
    ((++tries < 500)) || die "lab: these processes do not end: $pids" "kill -9 $pids"
    sleep 0.02
    pids="$(our_processes)"
  done
  rm -rf -- "$LAB"
}
