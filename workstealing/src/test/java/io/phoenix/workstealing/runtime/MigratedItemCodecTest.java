package io.phoenix.workstealing.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.phoenix.workstealing.JobSpec;
import io.phoenix.workstealing.codec.ByteWriter;
import io.phoenix.workstealing.codec.CodecChecks;
import io.phoenix.workstealing.runtime.MigratedItem.OfClearinghouse;
import io.phoenix.workstealing.runtime.MigratedItem.OfJob;
import io.phoenix.workstealing.runtime.MigratedItem.OfSubcomputation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MigratedItemCodecTest {
  private static final OfJob JOB = new OfJob(7, JobSpec.of("fib", "30").withPolicy("lottery"));

  @Test
  void itemComesBackAndPartsOfAJobAreRefused() {
    CodecChecks.check(JOB, MigratedItem::toBytes, MigratedItem::from, true);
    // What these carry is read, and checked, where it goes.
    CodecChecks.check(
        new OfSubcomputation(new byte[] {1, 2, 3}),
        MigratedItem::toBytes,
        MigratedItem::from,
        false);
    CodecChecks.check(
        new OfClearinghouse(new byte[] {4}), MigratedItem::toBytes, MigratedItem::from, false);
  }

  @Property(tries = 300)
  void bytesOfAnybodyDoNoHarm(@ForAll byte[] bytes) {
    CodecChecks.tryOut(bytes, MigratedItem::from);
  }

  @Property(tries = 100)
  void itemsAreTheSameHoweverTheyAreCut(@ForAll @IntRange(min = 1, max = 40) int chunk) {
    List<MigratedItem> sent =
        List.of(JOB, new OfSubcomputation(new byte[33]), new OfClearinghouse(new byte[1]));
    var stream = new ByteWriter();
    sent.forEach(item -> stream.putBytes(item.toBytes()));
    byte[] bytes = stream.toBytes();
    var assembler = new MigratedItem.Assembler();
    List<byte[]> arrived = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += chunk) {
      assembler.add(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + chunk)));
      for (MigratedItem p = assembler.next(); p != null; p = assembler.next()) {
        arrived.add(p.toBytes());
      }
    }
    assertThat(assembler.isEmpty()).isTrue();
    assertThat(arrived).hasSameSizeAs(sent);
    for (int i = 0; i < arrived.size(); i++) {
      assertThat(arrived.get(i)).isEqualTo(sent.get(i).toBytes());
    }
  }

  @Test
  void lengthThatCannotBeIsRefused() {
    for (int length : new int[] {-1, 0, Integer.MAX_VALUE}) {
      var assembler = new MigratedItem.Assembler();
      assembler.add(new ByteWriter().putInt(length).toBytes());
      assertThatIllegalArgumentException().isThrownBy(assembler::next);
    }
  }
}
