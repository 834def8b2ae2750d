package io.phoenix.routing.tcp;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Finds the addresses of hosts without blocking the loop: a name server that does not answer takes
 * seconds, in which a few threads of this process wait and no node does.
 */
final class Resolver {
  private static final int MAX_THREADS = 4;
  private static final ThreadPoolExecutor THREADS =
      new ThreadPoolExecutor(
          MAX_THREADS,
          MAX_THREADS,
          10,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          work -> {
            Thread thread = new Thread(work, "phoenix-resolver");
            thread.setDaemon(true);
            return thread;
          });

  static {
    THREADS.allowCoreThreadTimeOut(true);
  }

  private Resolver() {}

  /** All addresses of a host, in the order of preference; fails with UnknownHostException. */
  static CompletableFuture<List<InetAddress>> resolve(String host) {
    byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
    var found = new CompletableFuture<List<InetAddress>>();
    if (address != null) {
      complete(found, host); // nothing to ask anybody
    } else {
      THREADS.execute(() -> complete(found, host));
    }
    return found;
  }

  private static void complete(CompletableFuture<List<InetAddress>> found, String host) {
    try {
      found.complete(List.of(InetAddress.getAllByName(host)));
    } catch (UnknownHostException e) {
      found.completeExceptionally(e);
    }
  }
}
