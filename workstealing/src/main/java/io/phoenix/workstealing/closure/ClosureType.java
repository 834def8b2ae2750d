package io.phoenix.workstealing.closure;

import io.phoenix.workstealing.codec.ByteReader;
import io.phoenix.workstealing.codec.Codec;
import java.util.function.Function;

/**
 * A class of closures: what nodes must know of it to send closures to each other.
 *
 * @param closure the class
 * @param reader reads what {@link Closure#write} wrote
 * @param results how what its procedures return is written as bytes
 */
public record ClosureType<R>(
    Class<? extends Closure<R>> closure,
    Function<ByteReader, ? extends Closure<R>> reader,
    Codec<R> results) {}
