// What the local cloud remembers: one JSON file, replaced atomically, so that a crash never leaves half of it. The in-process engine
// keeps its state in the same one: what a killed deployment had created, and that it had, are in one write.
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

type Data = Record<string, Record<string, unknown>>;

/** Without a file, the collections last as long as the process (tests). */
export class Store {
  readonly #file: string | undefined;
  readonly #data: Data;
  #scheduled = false;

  constructor(file?: string) {
    this.#file = file;
    this.#data = file === undefined ? {} : load(file);
  }

  collection<T>(name: string): Collection<T> {
    this.#data[name] ??= {};
    const items = this.#data[name] as Record<string, T>;
    return {
      get: (id) => (Object.hasOwn(items, id) ? items[id] : undefined),
      set: (id, value) => {
        items[id] = value;
        this.#schedule();
      },
      delete: (id) => {
        const had = Object.hasOwn(items, id);
        delete items[id];
        this.#schedule();
        return had;
      },
      values: () => Object.values(items),
      entries: () => Object.entries(items),
    };
  }

  /** Writes now and waits for the disk. Other writes follow a change in the next turn of the event loop. */
  flush(): void {
    this.#write(true);
  }

  /**
   * Each write replaces the file by a rename, so a crash of this process loses no change. Only the last one waits for
   * the disk (fsync): after a power failure the file may be older, which is no harm to a local stack.
   */
  #write(fsync: boolean): void {
    this.#scheduled = false;
    if (this.#file === undefined) return;
    // Only the owner may read it: it holds the private key of the certificate authority.
    mkdirSync(dirname(this.#file), { recursive: true });
    replaceFile(this.#file, JSON.stringify(this.#data), { mode: 0o600, fsync });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      if (this.#scheduled) this.#write(false);
    });
  }
}

function load(file: string): Data {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Data;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${file} cannot be read (${(error as Error).message}): start with --fresh to forget it`);
  }
}
