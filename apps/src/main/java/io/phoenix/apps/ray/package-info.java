/**
 * A small ray tracer: spheres, planes and triangles, plain or checkered, with shadows, highlights
 * and reflections.
 *
 * <p>{@link io.phoenix.apps.ray.SceneParser} reads a {@link io.phoenix.apps.ray.Scene} from text,
 * {@link io.phoenix.apps.ray.Tracer} renders tiles of a {@link io.phoenix.apps.picture.Picture} of
 * it. The invariant: a picture is the same to the pixel, whatever tiles it was cut into and
 * wherever they were rendered.
 */
@NullMarked
package io.phoenix.apps.ray;

import org.jspecify.annotations.NullMarked;
