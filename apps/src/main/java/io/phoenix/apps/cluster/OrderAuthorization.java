package io.phoenix.apps.cluster;

import io.phoenix.api.PhoenixException;
import io.phoenix.api.ResourceName;
import io.phoenix.apps.cluster.Control.Request;
import io.phoenix.routing.tls.Warrant;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whom a node obeys: whoever has signed the order with an administrator's certificate, and each
 * order once. Where links are plain there are no certificates, and everybody is obeyed.
 */
final class OrderAuthorization {
  private static final Duration REMEMBERED = Warrant.CLOCKS_APART.multipliedBy(2);

  private final @Nullable Path tls;
  private final ResourceName self;

  /** Orders that were carried out, and when. Only administrators make it longer. */
  private final Map<Long, Instant> done = new HashMap<>();

  OrderAuthorization(@Nullable Path tls, ResourceName self) {
    this.tls = tls;
    this.self = self;
  }

  /**
   * Checks that an order is to be carried out.
   *
   * @throws PhoenixException if not, saying why
   */
  synchronized void check(ResourceName from, Request request) {
    if (tls == null || request.order().isFree()) {
      return;
    }
    try {
      Warrant.check(tls, request.content(from, self), request.warrant());
    } catch (PhoenixException e) {
      throw new PhoenixException("it does not obey: " + e.getMessage(), e);
    }
    Instant now = Instant.now();
    done.values().removeIf(time -> time.plus(REMEMBERED).isBefore(now));
    if (done.putIfAbsent(request.id(), now) != null) {
      throw new PhoenixException("it does not obey: this order was carried out before");
    }
  }
}
