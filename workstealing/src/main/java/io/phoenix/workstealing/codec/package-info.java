/**
 * How problems, results and arguments are written as bytes: {@link
 * io.phoenix.workstealing.codec.Codec}, over {@link io.phoenix.workstealing.codec.ByteWriter} and
 * {@link io.phoenix.workstealing.codec.ByteReader}.
 *
 * <p>Used by applications, and by the runtime for its own messages. Imports nothing. What comes
 * from the network is read with bounds: a reader never reads past its end, and never makes an array
 * for more elements than there are bytes left.
 */
@NullMarked
package io.phoenix.workstealing.codec;

import org.jspecify.annotations.NullMarked;
