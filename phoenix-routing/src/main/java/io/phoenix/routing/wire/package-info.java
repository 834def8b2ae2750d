/**
 * The bytes on a wire: frames with a fixed binary header for data, protobuf for control.
 *
 * <p>{@link io.phoenix.routing.wire.Frames} lays frames out and writes them, {@link
 * io.phoenix.routing.wire.FrameDecoder} reads them, {@link io.phoenix.routing.wire.Controls} makes
 * and checks control messages. {@code routing.link} is the caller; the header types are shared with
 * the cores above it. May import protobuf and {@code phoenix-api}, nothing of {@code routing}.
 *
 * <p>Invariants: a partial frame is never consumed; whatever the bytes, decoding ends in frames
 * that keep the bounds stated here or in a {@link io.phoenix.routing.wire.BadFrameException}, and
 * allocates no more than a small multiple of the frame's length, which is bounded itself. Writing
 * and reading a data frame allocates nothing.
 */
@NullMarked
package io.phoenix.routing.wire;

import org.jspecify.annotations.NullMarked;
