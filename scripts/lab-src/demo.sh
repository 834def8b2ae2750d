# A storm over three LANs, while a node joins, a gateway's sshd dies and comes back, and a node leaves;
# sourced by scripts/lab. What crosses the LANs' boundaries, and what goes on inside one, is captured.

demo_usage() {
  cat <<'END'
Usage: scripts/lab demo [--seconds N]

In a lab of three LANs, with only SSH between them and six hosts: 'phoenix up' from one of them starts a
storm of messages for N seconds (60), or as long as the rest takes. Meanwhile a node joins, the sshd of a gateway is killed and comes
back, and a node leaves. Exit code 0 if nothing was lost, duplicated or out of order, if only SSH crossed
the boundaries, and if nothing readable went over a LAN.
END
}

# say WORDS...: what happens next.
say() {
  printf '\n--- %s\n' "$*"
}

# phoenix_on HOST ARGUMENT...: the phoenix command on a host of the lab.
phoenix_on() {
  on "$1" "$JAVA" "${JVM_FLAGS[@]}" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$JAR" "${@:2}"
}

# capture PLACE INTERFACE FILE: begins to write down what passes there.
capture() {
  on "$1" tcpdump -i "$2" -s 0 -U -w "$3" 2>"$3.log" &
  disown
  local tries=0
  until grep -q 'listening on' "$3.log" 2>/dev/null; do
    ((++tries < 200)) || die "tcpdump does not start: $(cat "$3.log")" "is it installed?"
    sleep 0.05
  done
}

# packets FILE FILTER...: how many packets of a capture a filter of tcpdump lets through.
packets() {
  tcpdump -r "$1" -n "${@:2}" 2>/dev/null | wc -l
}

# Address resolution is not traffic between hosts' programs.
check_boundary() {
  local ssh other
  ssh="$(packets "$LAB/wan.pcap" 'tcp port 22')"
  other="$(packets "$LAB/wan.pcap" 'not (tcp port 22) and not arp')"
  printf 'across the boundaries: %s packets of SSH, %s of anything else\n' "$ssh" "$other"
  tcpdump -r "$LAB/wan.pcap" -n 'not (tcp port 22) and not arp' 2>/dev/null | head -n 5
  ((ssh > 0 && other == 0))
}

# Words that every node sends: the application's name in greetings, states in answers to 'status'.
check_lan() {
  local tls words
  tls="$(packets "$LAB/a.pcap" 'tcp port 7000 and tcp[((tcp[12] & 0xf0) >> 2)] = 0x16')"
  words="$(grep -a -c -E 'phoenix-lab|taking part' "$LAB/a.pcap" || true)"
  printf 'inside LAN a: %s TLS handshakes, %s lines with a readable word\n' "$tls" "$words"
  ((tls > 0 && words == 0))
}

demo() {
  local seconds=60
  while (($# > 0)); do
    case "$1" in
      -h | --help) demo_usage && return ;;
      --seconds) [[ "${2:-}" =~ ^[1-9][0-9]*$ ]] || usage_error "--seconds takes a number" && seconds="$2" && shift 2 ;;
      *) usage_error "unknown option '$1'" ;;
    esac
  done
  need_root demo
  find_java
  ensure_built "$JAR"
  find_jvm_flags
  use_lab "run-$$"
  up
  guard &
  disown
  trap 'remove' EXIT
  local file="$LAB/ports.yaml" storm failed=0
  ports >"$file"
  capture wan switch "$LAB/wan.pcap"
  capture a switch "$LAB/a.pcap"

  say "a1: phoenix check ports.yaml"
  phoenix_on a1 check "$file"
  say "a1: phoenix up ports.yaml, on all hosts but c2, with a storm of $seconds s"
  phoenix_on a1 up "$file" --hosts a1,a2,b1,b2,c1 -- storm --seconds "$seconds" --cuts-per-second 0.2 --joins 1 --leaves 1 >"$LAB/storm.out" 2>"$LAB/storm.err" &
  storm=$!
  until grep -q 'take part' "$LAB/storm.out"; do
    kill -0 "$storm" 2>/dev/null || { cat "$LAB/storm.out" "$LAB/storm.err" >&2 && die "phoenix up failed" "see above"; }
    sleep 0.2
  done
  cat "$LAB/storm.err" "$LAB/storm.out"
  say "a1: phoenix join ports.yaml c2"
  phoenix_on a1 join "$file" c2 || failed=1
  say "b1: its sshd is killed, and comes back"
  sshd_of b1 stop
  sleep $((seconds / 10 + 1))
  sshd_of b1 start
  say "a1: phoenix leave a2"
  phoenix_on a1 leave a2 || failed=1
  say "a1: phoenix status"
  phoenix_on a1 status || true
  wait "$storm" || failed=1
  say "the storm is over"
  tail -n 3 "$LAB/storm.err"
  sed 1d "$LAB/storm.out"
  grep -qE 'nodes that joined +1$' "$LAB/storm.out" && grep -qE 'nodes that left +1$' "$LAB/storm.out" ||
    { echo "not all have come and gone" && failed=1; }
  say "a1: phoenix down"
  phoenix_on a1 down || failed=1
  say "what was captured"
  check_boundary || failed=1
  check_lan || failed=1
  return "$failed"
}
