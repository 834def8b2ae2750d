package io.phoenix.apps.storm;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Descriptions of the first things that went wrong; what goes wrong later is only counted. */
final class Problems extends AbstractCollection<String> {
  private static final int KEPT = 10;

  private final List<String> first = new ArrayList<>();

  @Override
  public boolean add(String problem) {
    return first.size() < KEPT && first.add(problem);
  }

  List<String> firstOnes() {
    return List.copyOf(first);
  }

  @Override
  public Iterator<String> iterator() {
    return first.iterator();
  }

  @Override
  public int size() {
    return first.size();
  }
}
