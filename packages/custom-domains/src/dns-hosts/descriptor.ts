// What is known of a DNS host, and how it has a zone: one descriptor for each, without Pulumi. Nothing outside of its folder knows a
// DNS host by its name.
import type * as pulumi from '@pulumi/pulumi';
import type { HostNames } from '../names/logical-names.ts';
import type { Command } from '../output/words.ts';
import type { DnsAdapterOf, ExistingRecord, ZoneProvider } from './adapter.ts';

export interface DnsHost {
  readonly id: string;
  readonly title: string;
  /** Fields of a zone's entry in a stack file, beside its `provider`; absent: no zone can be declared there. */
  readonly zone?: Readonly<Record<string, ZoneField>>;
  /** The ends of its name servers' names, which tell that a zone is delegated to it. */
  readonly nameServers: readonly RegExp[];
  /** How a host at its zone's top name gets its traffic, where no CNAME can be (RFC 1034 3.6.2); `external`: as the owner's DNS host has it. */
  readonly apex: 'flattened-cname' | 'alias' | 'external';
  /** What the TTL of a routing record can be, in seconds, both ends included; `because` says where they come from. */
  readonly ttl: { readonly range: readonly [min: number, max: number]; readonly because: string };
  /** How many records a new zone there can have, where it sets a limit. */
  readonly zoneRecords?: number;
  /** Errors of its API on which the provider's own message does not say what to do. */
  readonly refusals: readonly Refusal[];
  /** A record as Pulumi's provider has it; absent where the stack sets none. */
  readonly record?: RecordType;
  /** What its API does with a validation record that exists. */
  readonly existingValidation?: 'overwritten' | 'refused';
  /** Which of the host's records an existing one becomes in one change; undefined where its provider would delete and then create. */
  replacedBy?(apex: boolean, existing: ExistingRecord): keyof HostNames | undefined;
  /** Commands for a POSIX shell that replace in one change what no provider does; none where they cannot be known. */
  replaceCommands?(zone: ZoneFields, change: ReplacedRecords): Command[];
  /** Whose a zone of another account is; undefined for a zone of the deployment's own. */
  account?(zone: ZoneFields): ZoneAccount | undefined;
  /** The zone as its API has it, without a deployment. Changes nothing. Rejects with the API's refusal. */
  readonly lookUp?: LookUp;
  /** Zones can be protected there: `lookUp` lists the protections, and asks by the AWS SDK alone. */
  readonly hasProtections?: true;
  /** Of the variable whose token `lookUp` asks by. */
  tokenVariable?(zone: ZoneFields): string;
  /** Its Pulumi half, loaded when the first zone needs it: a program installs the SDKs of its own DNS hosts only. */
  readonly pulumi: () => Promise<{
    readonly adapter: (zone: never, options: ZoneProvider) => DnsAdapterOf<string>;
    readonly provider?: (name: string, zone: never, run: ProviderRun) => pulumi.ProviderResource;
  }>;
}

export type LookUp = (zone: ZoneFields, apis: ZoneApis) => Promise<FoundZone>;

/** What a look-up is given, as this package has no client of a cloud. */
export interface ZoneApis {
  readonly signal: AbortSignal;
  /** Calls a method of the AWS SDK; with `role`, in a session of it. `body`: the response as it came, for what the SDK's model lacks. */
  aws<Output>(
    ...call: [sdk: string, client: string, method: string, input: object, role?: string]
  ): Promise<Output & { readonly body: string }>;
}

/** What could not be found out is never ok. */
export interface Found {
  readonly state: 'ok' | 'wrong' | 'unknown';
  readonly found: string;
  readonly fix?: string;
}

/** `nameServers`: canonical; absent where the zone was not read. `protections`: a text says why they could not be read. */
export type FoundZone = Found & {
  readonly nameServers?: readonly string[];
  /** Each CNAME is served as addresses, so that no validation record is seen. */
  readonly flattens?: true;
  readonly protections?: readonly Protection[] | string;
};

/** Why a DNS host refuses a change. `lift` lets it be made. */
export type Protection = (ProtectedRecord | Guardrail) & { readonly lift: Command };

/** A name and type whose records nobody can create, change or delete. */
interface ProtectedRecord {
  /** Canonical. */
  readonly name: string;
  readonly type: string;
  readonly comment?: string;
}

/** A check of deletions by what the DNS host alone knows, such as who queries a record: it is not known before whether it refuses one. */
interface Guardrail {
  readonly guardrail: string;
  readonly refuses: string;
  readonly first: string;
}

export const ok = (found: string) => ({ state: 'ok', found }) as const;
export const wrong = (found: string, fix: string) => ({ state: 'wrong', found, fix }) as const;
export const unknown = (found: string, fix?: string) => ({ state: 'unknown', found, fix }) as const;

export interface ProviderRun {
  /** What the other account's log names the deployment: `petstore-production`. */
  readonly session: string;
  readonly region: string;
}

export interface RecordType {
  readonly type: string;
  /** From the inputs of a record, or from what the state has of it; name and value are canonical. */
  read(properties: object): { readonly name: string; readonly value: string; readonly ttl?: number };
}

export type ZoneFields = { readonly name: string } & { readonly [field: string]: string | undefined };

export interface ZoneAccount {
  /** Tells accounts apart; the last part of the logical name of their provider. */
  readonly name: string;
  /** The environment variable that a deployment needs for it. */
  readonly variable?: string;
}

/** Records of a host, and the target of the CNAME that takes their place. */
export interface ReplacedRecords {
  readonly host: string;
  readonly apex: boolean;
  readonly old: readonly { readonly type: string; readonly value: string; readonly ttl?: number }[];
  readonly target: string;
  readonly ttl?: number;
}

/** One field of a zone's entry: plain data, so that any schema library can make a schema of it. */
export interface ZoneField {
  readonly required: boolean;
  /** An ECMAScript pattern for the whole value. */
  readonly pattern: string;
  readonly description: string;
  /** The form in which the API returns the value, where it has two: `lower` is lower case. */
  readonly letters?: 'lower';
  /** The problem that any other value is; `what` follows the quoted value. */
  readonly refusal: { readonly code: string; readonly what: string; readonly fix: string };
}

/** An operation that failed, as the engine reports it to an error hook. */
export interface Failure {
  readonly urn: string;
  /** URN of the CustomHost that the resource is in. */
  readonly parent: string;
  readonly error: string;
  /** Inputs of the resource; those that are not known are absent. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

export interface Refusal {
  /** One word, as the stack's outputs have it: `RECORD_EXISTS`. */
  readonly reason: string;
  /** Type token of the resource whose operation is refused. */
  readonly type: string;
  readonly error: RegExp;
  /** What it means and what to do, in one line, for a reader who has the reason only. */
  readonly meaning: string;
  /** The same with the commands, for whoever runs the program. */
  readonly advice: (failure: Failure) => string;
}
