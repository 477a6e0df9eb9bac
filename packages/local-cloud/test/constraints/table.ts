// The rules of each input: facts of the published service models, and further ones of the provider or the
// documentation. The verdict on a value follows from them alone, never from the local cloud's own checks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The facts of a service model about one member. `min` and `max` bound a number's value, or else a length. */
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
  /** A rule that no bound, pattern or enumeration can express; the sentence is the reason of a refusal. */
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
  /** Why no accepted value has the greatest length. */
  readonly shadowed?: string;
  /** Those accepted values that the local cloud emulates. */
  readonly emulated?: {
    readonly only: readonly unknown[] | ((value: never) => boolean);
    readonly reason: string;
  };
  /** The verdict on inputs without it, where it does not follow from `required`. */
  readonly absent?: { readonly verdict: Verdict; readonly reason: string };
  /** Inputs beside it, over the type's own: for one value where they depend on it. */
  readonly given?: object | ((value: never) => object);
  /** A valid value with `length`; by default, the last character is repeated. */
  readonly stretch?: (length: number) => unknown;
  readonly probes?: readonly unknown[];
  /** Values about which no source is clear: they are not probed. */
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

/** `verify.ValidARN`, which accepts the empty string too. */
export const providerArn: Rule = {
  source: 'hashicorp/terraform-provider-aws internal/verify/validate.go ValidARN',
  pattern: String.raw`(arn:aws(-[a-z]+)*:[^:]*:([a-z]{2}(-[a-z]+)+-\d)?:(aws|aws-managed|third-party|\d{12}|cw.{10})?:.+)?`,
};

/** The provider's `d.GetOk` treats an empty string, list or map as absent. */
export const emptyIsUnset = (source: string): Pick<Entry, 'unset'> => ({
  unset: { values: ['', [], {}], source: `hashicorp/terraform-provider-aws ${source} (d.GetOk)` },
});
