// What every service of the local cloud is created with.
import type { Quotas } from './quotas.ts';
import type { Store } from './store.ts';

export interface CloudContext {
  readonly accountId: string;
  readonly region: string;
  readonly store: Store;
  readonly quotas: Quotas;
  /** The folder of everything that is kept in files: tables, certificates, functions' code. */
  readonly folder: string;
  /** Loopback ports; 0 means any free one (tests). */
  readonly ports: { readonly https: number; readonly http: number; readonly dns: number };
  /** A line for a person. `source`: the service (`acm`), `access`, or the function that wrote it. */
  readonly log: (source: string, line: string) => void;
  /** Of what depends on time passing: recovery, the alarms of a release, the pace of requests. Absent: the machine's. */
  readonly clock?: () => number;
}
