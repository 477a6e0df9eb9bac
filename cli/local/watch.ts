// Looks at files again and again, and reports each burst of changes once.
import { isDeepStrictEqual } from 'node:util';

/** Each look costs 1 ms of the processor. */
const IDLE_MS = 500;
/** Editors write a file in several steps: a burst has ended when two looks in a row find the same. */
const BURST_MS = 150;

/**
 * `read`: by label, what tells the present form of a file or folder from another one. Calls `onChange` with the labels of those that
 * differ from the call before, at first from `known`, and with what was read; one call at a time, and none while `mayCall` is false.
 * A call that resolves to false did nothing: it is made again.
 */
export function watchStamps<Label extends string>(
  read: () => Readonly<Record<Label, string>>,
  known: Readonly<Record<Label, string>>,
  mayCall: (labels: ReadonlySet<NoInfer<Label>>) => boolean,
  onChange: (labels: ReadonlySet<Label>, present: Readonly<Record<Label, string>>) => Promise<boolean>,
) {
  let [called, seen, closed] = [known, known, false];
  const look = async () => {
    if (closed) return;
    const before = seen;
    const present = read();
    seen = present;
    const all = Object.keys(present) as Label[];
    const changed = new Set(all.filter((label) => present[label] !== called[label]));
    if (changed.size > 0 && isDeepStrictEqual(present, before) && mayCall(changed)) {
      if (await onChange(changed, present)) called = present;
    }
    setTimeout(look, changed.size > 0 ? BURST_MS : IDLE_MS).unref();
  };
  void look();
  return {
    close: () => {
      closed = true;
    },
  };
}
