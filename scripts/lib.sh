# What the scripts share; sourced, never run.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
JAR="$ROOT/apps/target/phoenix.jar"
BENCH_JAR="$ROOT/apps/benches/target/benches.jar" # only what phoenix.jar has not
BUILD_LOG="$ROOT/target/build.log"

# die MESSAGE HINT: the two lines that every error of ours has, then exit 1.
die() {
  printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
  exit 1
}

# usage_error MESSAGE: a wrong command line, exit 2.
usage_error() {
  printf 'error: %s\nhint: %s --help lists what it takes\n' "$1" "scripts/${0##*/}" >&2
  exit 2
}

# Sets JAVA and JAVA_MAJOR. Reads the JDK's release file where it can: asking java costs a JVM.
find_java() {
  if [[ -n "${JAVA_HOME:-}" ]]; then
    JAVA="$JAVA_HOME/bin/java"
    [[ -x "$JAVA" ]] || die "JAVA_HOME=$JAVA_HOME has no bin/java" "unset it, or let it name a JDK >= 17"
  else
    JAVA="$(command -v java)" || die "java not found" "install a JDK >= 17 (Debian: openjdk-17-jdk-headless)"
  fi
  local release version=""
  release="$(dirname "$(dirname "$(readlink -f "$JAVA")")")/release"
  if [[ -r "$release" ]]; then
    version="$(sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$release")"
  fi
  if [[ -z "$version" ]]; then
    version="$("$JAVA" -version 2>&1 | sed -n '1s/.*"\([^"]*\)".*/\1/p')"
  fi
  JAVA_MAJOR="${version%%[!0-9]*}"
  if ((${JAVA_MAJOR:-0} < 17)); then
    die "java at $JAVA is version ${version:-unknown}, need >= 17" "install a JDK >= 17, or let JAVA_HOME name one"
  fi
}

# What a build needs on top: a compiler beside that java, and Maven >= 3.8.
need_build_tools() {
  [[ -x "$(dirname "$(readlink -f "$JAVA")")/javac" ]] ||
    die "java at $JAVA has no javac beside it" "install the whole JDK (Debian: openjdk-17-jdk-headless)"
  command -v mvn >/dev/null || die "mvn not found" "install Maven >= 3.8 (Debian: maven)"
  local version major minor rest
  version="$(mvn --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9][0-9.]*\).*/\1/p')"
  IFS=. read -r major minor rest <<<"$version"
  if ((${major:-0} < 3 || (major == 3 && ${minor:-0} < 8))); then
    die "mvn is version ${version:-unknown}, need >= 3.8" "install Maven >= 3.8 (Debian: maven)"
  fi
}

# Sets JVM_FLAGS. The root pom gives tests the same.
find_jvm_flags() {
  JVM_FLAGS=(
    --add-opens java.base/jdk.internal.misc=ALL-UNNAMED
    -Dio.netty.tryReflectionSetAccessible=true
  )
  # From JDK 24 on, Netty's use of native code and of Unsafe warns unless allowed.
  if ((JAVA_MAJOR >= 24)); then
    JVM_FLAGS+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
  fi
  # For the user: more heap, a profiler, ... split at blanks.
  local more
  read -r -a more <<<"${PHOENIX_JAVA_OPTS:-}"
  JVM_FLAGS+=(${more[@]+"${more[@]}"})
}

# is_stale JAR: is it missing, or any source newer? Directories count: a deleted file touches its own.
is_stale() {
  [[ ! -f "$1" ]] || [[ -n "$(find "$ROOT"/pom.xml "$ROOT"/{*,*/*}/pom.xml "$ROOT"/{*,*/*}/src/main -newer "$1" -print -quit)" ]]
}

# ensure_built JAR: builds all jars if this one is stale; one build at a time, others wait for it.
ensure_built() {
  is_stale "$1" || return 0
  need_build_tools
  mkdir -p "$ROOT/target"
  exec 9>"$ROOT/target/build.lock"
  if command -v flock >/dev/null; then flock 9; fi
  if is_stale "$1"; then
    echo "phoenix: building (first use, or sources changed; log: $BUILD_LOG)" >&2
    local started="$ROOT/target/build.started"
    touch "$started"
    # -Dquick leaves out the checks, which scripts/test makes; the bytecode is the same.
    if ! mvn -B -ntp -Dquick -f "$ROOT/pom.xml" install >"$BUILD_LOG" 2>&1 9>&-; then
      grep -E '^\[ERROR\]' "$BUILD_LOG" | head -n 30 >&2 || tail -n 30 "$BUILD_LOG" >&2
      die "the build failed" "the whole log is in $BUILD_LOG"
    fi
    touch -r "$started" "$JAR" "$BENCH_JAR" # what was edited during the build is newer than the jars
  fi
  exec 9>&-
}
