// Looks at files again and again, and reports each burst of changes once.
import { isDeepStrictEqual } from 'node:util';

/** Editors write a file in several steps: a burst has ended when two looks in a row find the same. */
const LOOK_MS = 150;

/**
 * `read`: by label, what tells the present form of a file or folder from another one; undefined where no call is to be made now.
 * Calls `onChange` with the labels of those that differ from the call before, at first from `known`, and with what was read; one
 * call at a time.
 */
export function watchStamps<Label extends string>(
  read: () => Readonly<Record<Label, string>> | undefined,
  known: Readonly<Record<Label, string>>,
  onChange: (labels: ReadonlySet<Label>, present: Readonly<Record<Label, string>>) => Promise<void>,
) {
  let [called, seen, closed] = [known, known, false];
  const look = async () => {
    if (closed) return;
    const before = seen;
    const present = read() ?? called;
    seen = present;
    const changed = (Object.keys(present) as Label[]).filter((label) => present[label] !== called[label]);
    if (changed.length > 0 && isDeepStrictEqual(present, before)) {
      called = present;
      await onChange(new Set(changed), present);
    }
    setTimeout(look, LOOK_MS).unref();
  };
  void look();
  return {
    close: () => {
      closed = true;
    },
  };
}
