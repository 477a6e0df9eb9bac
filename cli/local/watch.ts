// Reports each burst of changes of files once, by the system's events and, behind them, by looks again and again.
import { existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** A look takes 15 ms of the processor; this one is for what the system does not report, as of a network drive. */
const IDLE_MS = 10_000;
/** Where there are no events. */
const POLL_MS = 500;
/** Editors write a file in several steps: a burst has ended when two looks in a row find the same. */
const BURST_MS = 150;

type Stamps<Label extends string> = Readonly<Record<Label, string>>;

interface Watched<Label extends string> {
  /** By label, what tells the present form of a file or folder from another one. */
  readonly read: () => Stamps<Label>;
  /** The form that the first call compares with. */
  readonly known: Stamps<Label>;
  /** The call under way that `known` belongs to; it resolves to what it has dealt with. */
  readonly first?: Promise<Stamps<Label>>;
  readonly mayCall: (labels: ReadonlySet<Label>) => boolean;
  /** Gets what differs from the call before, one call at a time. One that resolves to false did nothing: it is made again. */
  readonly onChange: (labels: ReadonlySet<Label>, present: Stamps<Label>) => Promise<boolean>;
  /** Gets what changes during a call, which is one of the next call too. */
  readonly onLate: (labels: ReadonlySet<Label>, present: Stamps<Label>) => void;
  /** Passes the system's events on, until it is closed; undefined where the system has none. */
  readonly events: (onEvent: () => void) => { close(): void } | undefined;
}

export function watchStamps<Label extends string>(watched: Watched<Label>) {
  const { read, known, first, mayCall, onChange, onLate } = watched;
  let [called, seen, isClosed] = [known, known, false];
  /** What the call under way was told. */
  let told: Stamps<Label> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const next = (ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(look, ms).unref();
  };
  const during = async (present: Stamps<Label>, call: Promise<Stamps<Label>>) => {
    told = present;
    called = await call;
    told = undefined;
    next(0);
  };
  const look = () => {
    const before = seen;
    const present = read();
    seen = present;
    const all = Object.keys(present) as Label[];
    const last = told ?? called;
    const changed = new Set(all.filter((label) => present[label] !== last[label]));
    next(changed.size > 0 ? BURST_MS : events === undefined ? POLL_MS : IDLE_MS);
    if (changed.size === 0 || !isDeepStrictEqual(present, before)) return;
    if (told !== undefined) {
      told = present;
      onLate(changed, present);
    } else if (mayCall(changed)) {
      const [earlier, call] = [called, onChange(changed, present)];
      void during(
        present,
        call.then((isDone) => (isDone ? present : earlier)),
      );
    }
  };
  const events = watched.events(() => next(BURST_MS));
  if (first !== undefined) void during(known, first);
  look();
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      events?.close();
    },
  };
}

/** Events in the folders, at whatever depth, and of the files, which may be replaced. Undefined where one cannot be watched. */
export function systemEvents(folders: readonly string[], files: readonly string[], onEvent: () => void) {
  const watchers: { close(): void }[] = [];
  const close = () => {
    for (const one of watchers) one.close();
  };
  const add = (folder: string, recursive: boolean) =>
    watchers.push(watch(folder, { recursive, persistent: false }, onEvent).on('error', onEvent));
  try {
    for (const folder of folders.filter(existsSync)) add(folder, true);
    for (const folder of new Set(files.map(dirname))) add(folder, false);
    return { close };
  } catch {
    close();
    return undefined;
  }
}
