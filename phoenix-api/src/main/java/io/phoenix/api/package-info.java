/** What users program against: send and receive between virtual nodes, whoever assumes them. */
@NullMarked
package io.phoenix.api;

import org.jspecify.annotations.NullMarked;
