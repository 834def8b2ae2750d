package io.phoenix.apps.pfold;

import io.phoenix.apps.run.Arguments;
import io.phoenix.workstealing.Application;
import io.phoenix.workstealing.Work;
import java.util.List;

/** {@code pfold BOX SEQUENCE LENGTH GRAIN}. */
public final class PfoldApplication implements Application {
  static final String NAME = "pfold";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Work<long[]> work(List<String> words) {
    var arguments = new Arguments(NAME, words);
    Box box = Box.parse(arguments.text("box"));
    String sequence = arguments.text("sequence");
    int length = arguments.integer("length", 1, box.points());
    int grain = arguments.integer("grain", 0, length);
    arguments.end();
    var folding = new Folding(box, Polymer.of(sequence, length));
    return Work.of(new FoldTasks(folding, grain), Fold.NONE);
  }
}
