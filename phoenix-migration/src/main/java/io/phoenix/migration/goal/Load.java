package io.phoenix.migration.goal;

import io.phoenix.api.ResourceName;
import io.phoenix.api.VirtualRange;
import io.phoenix.migration.lock.Standing;

/** What a node answers when asked how much it has. */
public record Load(ResourceName node, VirtualRange interval, Standing standing) {}
