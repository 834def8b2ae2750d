package io.phoenix.apps.launch;

import java.util.ArrayList;
import java.util.List;

/** What Netty's fast paths need of a JVM; as in scripts/lib.sh. */
public final class JvmFlags {
  private static final int WARNS_OF_NATIVE_CODE = 24;
  private static final int SCALING = 4;

  private JvmFlags() {}

  static List<String> of(int javaVersion) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Dio.netty.tryReflectionSetAccessible=true"));
    if (javaVersion >= WARNS_OF_NATIVE_CODE) {
      flags.add("--enable-native-access=ALL-UNNAMED");
      flags.add("--sun-misc-unsafe-memory-access=allow");
    }
    return flags;
  }

  /** For a node: it starts on a host that may have other things to do. */
  public static List<String> ofNode(int javaVersion) {
    List<String> flags = new ArrayList<>(of(javaVersion));
    // What runs once or twice at the start is not worth compiling; what a computation consists of
    // reaches any threshold within moments.
    flags.add("-XX:CompileThresholdScaling=" + SCALING);
    flags.add("-Dio.netty.jfr.enabled=false");
    flags.add("-XX:+ExitOnOutOfMemoryError"); // one that does nothing would hold its port
    return flags;
  }
}
