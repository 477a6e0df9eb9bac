// What the local cloud and the state of its engine remember, in one JSON file, replaced atomically: a crash never leaves half of it.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** A named map of JSON values, kept across restarts. Keys are physical ids. */
export interface Collection<T> {
  get(id: string): T | undefined;
  set(id: string, value: T): void;
  delete(id: string): boolean;
  values(): T[];
  entries(): [string, T][];
}

type Data = Map<string, Map<string, unknown>>;

/** A write takes a tenth of the time at most, and a change waits no longer than this for its own. */
const WAIT_PER_WRITE = 9;
const MOST_WAIT_MS = 1_000;

/** Without a file, the collections last as long as the process (tests). */
export class Store {
  readonly #file: string | undefined;
  readonly #data: Data;
  #scheduled: NodeJS.Timeout | undefined;
  /** Milliseconds that the last write took: it grows with the stack, and so does the number of changes. */
  #took = 0;

  constructor(file?: string) {
    this.#file = file;
    this.#data = file === undefined ? new Map() : load(file);
  }

  collection<T>(name: string): Collection<T> {
    const items = (this.#data.get(name) ?? new Map()) as Map<string, T>;
    this.#data.set(name, items);
    return {
      get: (id) => items.get(id),
      set: (id, value) => {
        items.set(id, value);
        this.#schedule();
      },
      delete: (id) => {
        this.#schedule();
        return items.delete(id);
      },
      values: () => [...items.values()],
      entries: () => [...items],
    };
  }

  /** Writes now and waits for the disk. */
  flush(): void {
    this.#write(true);
  }

  /** A crash leaves the file of one moment shortly before. Only the last write waits for the disk (fsync). */
  #write(fsync: boolean): void {
    clearTimeout(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#file === undefined) return;
    const started = performance.now();
    // Only the owner may read it: it holds the private key of the certificate authority.
    mkdirSync(dirname(this.#file), { recursive: true });
    const data = [...this.#data].map(([name, items]) => [name, Object.fromEntries(items)]);
    replaceFile(this.#file, JSON.stringify(Object.fromEntries(data)), { mode: 0o600, fsync });
    this.#took = performance.now() - started;
  }

  #schedule(): void {
    const wait = Math.min(this.#took * WAIT_PER_WRITE, MOST_WAIT_MS);
    this.#scheduled ??= setTimeout(() => this.#write(false), wait);
  }
}

function load(file: string): Data {
  try {
    const data = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>;
    return new Map(Object.entries(data).map(([name, items]) => [name, new Map(Object.entries(items))]));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new Error(`${file} cannot be read (${(error as Error).message}): start with --fresh to forget it`);
  }
}
