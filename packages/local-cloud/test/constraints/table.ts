// What the services say of each input: facts of the published models, and where the provider or the documentation
// says more. A verdict on a value is made of them alone, never of the local cloud's own checks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a service model says of one member. `min` and `max` are a value for numbers, else a length. */
export interface Fact {
  readonly shape: string;
  readonly type: string;
  readonly required?: true;
  readonly min?: number;
  readonly max?: number;
  /** Matches the whole value. */
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

/** A fact that the model does not have: the provider's own validation, or a documented rule. */
export interface Rule extends Partial<Fact> {
  readonly source: string;
  /** Lengths are counted in UTF-8 bytes. */
  readonly bytes?: true;
  /** What no bound, pattern or enumeration can say; the sentence is the reason of a refusal. */
  readonly that?: { readonly is: string; holds(value: never): boolean };
}

export type Verdict = 'accepted' | 'refused' | 'not emulated';

export interface Entry {
  /** Keys of the service's table; none where the provider keeps the input for itself. */
  readonly members: readonly string[];
  /** Why the provider keeps it, and where its source shows that. */
  readonly kept?: { readonly reason: string; readonly source: string };
  readonly rules?: readonly Rule[];
  /** The provider does not send these values at all: to the service they are absent. */
  readonly unset?: { readonly values: readonly unknown[]; readonly source: string };
  /** What the provider sends for a value that it does not send as it is. */
  readonly sent?: (value: unknown) => unknown;
  /** Why no accepted value is as long as the longest bound says. */
  readonly shadowed?: string;
  /** Of what the service accepts, what the local cloud emulates. */
  readonly emulated?: {
    readonly only: readonly unknown[] | ((value: never) => boolean);
    readonly reason: string;
  };
  /** What becomes of inputs without it, where that does not follow from `required`. */
  readonly absent?: { readonly verdict: Verdict; readonly reason: string };
  /** Inputs beside it, over the type's own: for one value where they depend on it. */
  readonly given?: object | ((value: never) => object);
  /** The valid value made `length` long; by default, its last character is repeated. */
  readonly stretch?: (length: number) => unknown;
  readonly probes?: readonly unknown[];
  /** Values that no source says enough about: they are not probed. */
  readonly unspecified?: { readonly values: readonly unknown[]; readonly reason: string };
}

export interface TypeTable {
  readonly type: string;
  /** The table that `members` are keys of. */
  readonly service: string;
  /** Valid inputs, each input of the type among them unless its entry is `given` others. */
  readonly valid: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, Entry>>;
}

interface ServiceTable {
  readonly members: Readonly<Record<string, Fact>>;
}

const tables = new Map<string, ServiceTable>();

/** The facts and rules of an entry; throws for a member that the service's table does not have. */
export function rulesOf({ service }: TypeTable, { members, rules = [] }: Entry): readonly Rule[] {
  const table = tables.get(service) ?? readTable(service);
  tables.set(service, table);
  const facts = members.map((member) => {
    const fact = table.members[member];
    if (fact === undefined) throw new Error(`${service}.json has no member ${member}`);
    return { ...fact, source: `${service} ${member} (${fact.shape})` };
  });
  return [...facts, ...rules];
}

function readTable(service: string): ServiceTable {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'services', `${service}.json`), 'utf8'));
}

/** Members of one operation's input, as entries: `of('CreateRole')('RoleName', { … })`. */
export const of =
  (operation: string) =>
  (member: string, more: Omit<Entry, 'members'> = {}): Entry => ({
    members: [`${operation}.${member}`],
    ...more,
  });

/** An input that no request carries. `source` is a path in the provider's repository. */
export const kept = (reason: string, source: string, more: Omit<Entry, 'members' | 'kept'> = {}): Entry => ({
  members: [],
  kept: { reason, source },
  ...more,
});

/** An object of the provider's that groups inputs, itself not a member of the request. */
export const group = (source: string, more: Omit<Entry, 'members' | 'kept'> = {}): Entry =>
  kept('it groups inputs, and the provider takes it apart', source, more);

export const region: Entry = kept(
  'it chooses the endpoint that the provider calls',
  'hashicorp/terraform-provider-aws internal/provider/sdkv2/region.go',
);

/** `verify.ValidARN`, which passes the empty string too. */
export const providerArn: Rule = {
  source: 'hashicorp/terraform-provider-aws internal/verify/validate.go ValidARN',
  pattern: String.raw`(arn:aws(-[a-z]+)*:[^:]*:([a-z]{2}(-[a-z]+)+-\d)?:(aws|aws-managed|third-party|\d{12}|cw.{10})?:.+)?`,
};

/** The provider's `d.GetOk` takes an empty string, list or map for absent. */
export const emptyIsUnset = (source: string): Pick<Entry, 'unset'> => ({
  unset: { values: ['', [], {}], source: `hashicorp/terraform-provider-aws ${source} (d.GetOk)` },
});
