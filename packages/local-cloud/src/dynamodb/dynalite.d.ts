// The part of dynalite that is used here; the package brings no types.
declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface Options {
    /** It names a LevelDB folder; without it the tables are in memory. */
    readonly path?: string;
    /** How long tables stay in CREATING, DELETING and UPDATING, milliseconds. */
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
  }

  export default function dynalite(options?: Options): Server;
}
