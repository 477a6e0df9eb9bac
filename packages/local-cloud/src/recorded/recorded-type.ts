// What is known of a resource type whose resources are only stored: nothing in the local cloud depends on what they do.
import { z } from 'zod';
import type { RequiredKeys } from '../schema/args-of.ts';

export type Inputs = Readonly<Record<string, unknown>>;

export interface Place {
  readonly region: string;
  readonly accountId: string;
}

export interface RecordedType {
  readonly inputs: z.ZodType<Inputs>;
  readonly replaceOn: readonly string[];
  readonly autoname?: string;
  readonly id: (inputs: Inputs, place: Place) => string;
  /** What an import names it by, unique in its region; absent: its id. */
  readonly key?: (inputs: Inputs) => string;
  readonly computed?: (id: string, inputs: Inputs, place: Place) => object;
}

/** By Pulumi's type token. */
export type RecordedTypes = Readonly<Record<string, RecordedType>>;

const present = z.unknown().refine((value) => value !== undefined, { error: 'is required' });
const optional = z.unknown().optional();

/**
 * Inputs of which only the names are checked: another one is refused, and the lack of a required one. A name that the
 * provider lacks does not compile, nor does the lack of one that it requires.
 */
export function namesOf<Args>() {
  return <Required extends keyof Args & string>(
    required: readonly Required[] & ([RequiredKeys<Args>] extends [Required] ? unknown : never),
    others: readonly (keyof Args & string)[] = [],
  ): z.ZodType<Inputs> =>
    z.strictObject({
      ...Object.fromEntries(required.map((name) => [name, present])),
      ...Object.fromEntries(others.map((name) => [name, optional])),
    });
}
