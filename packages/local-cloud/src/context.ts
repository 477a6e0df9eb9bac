// What every room of the local cloud is given.
import type { Store } from './store.ts';

export interface CloudContext {
  readonly accountId: string;
  /** The stack's region, where inputs name none. */
  readonly region: string;
  readonly store: Store;
  /** Folder for what is kept in files: tables, certificates. */
  readonly folder: string;
  /** Loopback ports; 0 asks for a free one (tests). */
  readonly ports: { readonly https: number; readonly http: number; readonly dns: number };
  /** A line for a person: what a function logged, an access log line. */
  readonly log: (source: string, line: string) => void;
}
