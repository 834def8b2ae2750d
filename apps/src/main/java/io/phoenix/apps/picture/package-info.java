/**
 * Pictures that are made in parts: a {@link io.phoenix.apps.picture.Rectangle} is what is to be
 * rendered, a {@link io.phoenix.apps.picture.Tile} is one that was, and a {@link
 * io.phoenix.apps.picture.Picture} puts tiles together and writes them as PNG. {@link
 * io.phoenix.apps.picture.PictureCommand} is what the commands that make pictures have in common.
 */
@NullMarked
package io.phoenix.apps.picture;

import org.jspecify.annotations.NullMarked;
