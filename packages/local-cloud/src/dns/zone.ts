// One zone's records by name and type, with the empty non-terminals, which exist too (RFC 4592 2.2.2).
import { parentOf } from '@petstore/custom-domains/names';
import type { ZoneRecord } from '../interfaces.ts';

/** It is empty for an empty non-terminal. */
export type RecordSets = ReadonlyMap<string, readonly ZoneRecord[]>;

/** No question can have such a type: a query for A at a name with `ALIAS/A` gets the addresses of the name in its value. */
export const aliasType = (type: string) => `ALIAS/${type}`;

/** The type of the queries that the record answers: of `ALIAS/A` it is A. */
export const typeOf = ({ type }: ZoneRecord) => type.replace(/^ALIAS\//, '');

export class Zone {
  /** Canonical; the root is ''. */
  readonly name: string;
  readonly #names = new Map<string, Map<string, ZoneRecord[]>>();

  constructor(name: string, records: Iterable<ZoneRecord> = []) {
    this.name = name;
    this.#names.set(name, new Map());
    for (const record of records) this.add(record);
  }

  /** The name's record sets; undefined when the zone has no such name. */
  sets(name: string): RecordSets | undefined {
    return this.#names.get(name);
  }

  /** The name must be within the zone. The same record twice is one record (RFC 2181 5). */
  add(record: ZoneRecord): void {
    const sets = this.#setsOf(record.name);
    const set = sets.get(record.type);
    if (set === undefined) sets.set(record.type, [record]);
    else if (!set.some((other) => other.value === record.value)) set.push(record);
  }

  #setsOf(name: string): Map<string, ZoneRecord[]> {
    const present = this.#names.get(name);
    if (present !== undefined) return present;
    this.#setsOf(parentOf(name) ?? '');
    const sets = new Map<string, ZoneRecord[]>();
    this.#names.set(name, sets);
    return sets;
  }
}
