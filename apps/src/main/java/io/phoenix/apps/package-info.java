/** The {@code phoenix} command, where the modules are wired together; starts in {@link Main}. */
@NullMarked
package io.phoenix.apps;

import org.jspecify.annotations.NullMarked;
