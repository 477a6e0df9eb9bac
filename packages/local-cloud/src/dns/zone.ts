// One zone's records by name and type, with the empty non-terminals, which exist too (RFC 4592 2.2.2).
import { parentOf } from '@petstore/custom-domains/names';
import type { ZoneRecord } from '../interfaces.ts';

/** The records at a name by type; empty for an empty non-terminal. */
export type RecordSets = ReadonlyMap<string, readonly ZoneRecord[]>;

interface NameEntry {
  readonly sets: Map<string, ZoneRecord[]>;
  children: number;
}

/**
 * An internal type for an alias of Route 53 and a flattened CNAME of Cloudflare: a query for A at a name with `ALIAS/A`
 * gets the addresses of the name in its value. No question can have such a type.
 */
export function aliasType(type: string): string {
  return `ALIAS/${type}`;
}

/** The type of the queries that the record answers: of `ALIAS/A` it is A. */
export function typeOf({ type }: ZoneRecord): string {
  return type.replace(/^ALIAS\//, '');
}

export class Zone {
  /** Canonical; the root is ''. */
  readonly name: string;
  readonly #nodes = new Map<string, NameEntry>();

  constructor(name: string, records: Iterable<ZoneRecord> = []) {
    this.name = name;
    this.#nodes.set(name, { sets: new Map(), children: 0 });
    for (const record of records) this.add(record);
  }

  /** The name's record sets; undefined when the zone has no such name. */
  sets(name: string): RecordSets | undefined {
    return this.#nodes.get(name)?.sets;
  }

  /** The name must be within the zone. The same record twice is one record (RFC 2181 5). */
  add(record: ZoneRecord): void {
    const { sets } = this.#grow(record.name);
    const set = sets.get(record.type);
    if (set === undefined) sets.set(record.type, [record]);
    else if (!set.some((other) => other.value === record.value)) set.push(record);
  }

  remove(record: ZoneRecord): void {
    const sets = this.#nodes.get(record.name)?.sets;
    const rest = sets?.get(record.type)?.filter((other) => other.value !== record.value) ?? [];
    if (rest.length > 0) sets?.set(record.type, rest);
    else sets?.delete(record.type);
    this.#prune(record.name);
  }

  #grow(name: string): NameEntry {
    const present = this.#nodes.get(name);
    if (present !== undefined) return present;
    const node: NameEntry = { sets: new Map(), children: 0 };
    this.#nodes.set(name, node);
    this.#grow(parentOf(name) ?? '').children += 1;
    return node;
  }

  #prune(name: string): void {
    const node = this.#nodes.get(name);
    if (name === this.name || node === undefined || node.sets.size > 0 || node.children > 0) return;
    this.#nodes.delete(name);
    const above = parentOf(name) ?? '';
    const parent = this.#nodes.get(above);
    if (parent !== undefined) parent.children -= 1;
    this.#prune(above);
  }
}
