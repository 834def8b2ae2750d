package io.phoenix.apps.cluster;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a node's process knows of itself.
 *
 * @param label what people call it
 * @param lan the LAN it is in
 * @param log where its standard output goes; {@code null} if that is nowhere in particular
 * @param tls where its certificates are; {@code null} if it has none
 */
public record NodeSelf(String label, String lan, @Nullable Path log, @Nullable Path tls) {}
