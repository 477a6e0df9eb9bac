// What a run does with each host, as data. What follows a decision asks neither DNS, nor the state, nor an account again.
import type {
  CertificateRequest,
  CertificateSlot,
  ExistingHost,
  Import,
  KeptSlot,
  StackState,
} from '@petstore/custom-domains/many-hosts';
import type { Expected, Finding, MoveStep } from '@petstore/custom-domains/preflight';
import type { HostPlan, StackPlan } from '../plan/types.ts';
import type { HostOutput, WaitingOutput } from './host-output.ts';

/** What is known before anything is decided. */
export interface StackFacts {
  /** As the file declares it. */
  readonly plan: StackPlan;
  readonly state: StackState;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of the local cloud: the zone file that has the records of the rest of the internet. */
  readonly internetFile?: string;
  /** In the plan's order. */
  readonly hosts: readonly HostFacts[];
}

/** The same of one host. */
export interface HostFacts {
  /** As the file declares it. */
  readonly plan: HostPlan;
  /** In the outputs of the last deployment that reached its end. */
  readonly before?: HostOutput;
  /** The certificate that this plan leads to, and what became of it where the state has it. */
  readonly certificate: CertificateSlot & CertificateRequest;
  /** Its own records; undefined for a host that counts as new, and where the preflight is off. */
  readonly own?: Expected;
  /** By live DNS alone; none where the preflight is off. */
  readonly findings: readonly Finding[];
  /** Undefined: neither the account nor the zone had to be read. */
  readonly account?: AccountFacts;
}

/** What the account and the zone have of a host, or why that could not be looked up. */
export type AccountFacts = { readonly existing: ExistingHost } | { readonly error: Error };

/** By logical name: what this run takes over, and the state does not have yet. */
type Imports = ReadonlyMap<string, Import>;

/** A host whose routing record the stack does not have yet, and which `petstore:moving` names. */
export interface HostMove {
  readonly step: MoveStep;
  /** False while another distribution has the host's name: the stack's own is declared without it. */
  readonly hasAlias: boolean;
  readonly imports: Imports;
  /** Undefined where this run sets its routing record, which it does once the host's name leads here. */
  readonly waiting?: WaitingOutput;
}

/** A host with its findings after adoption and its move. */
export interface Judged {
  readonly facts: HostFacts;
  readonly findings: readonly Finding[];
  readonly move?: HostMove;
}

export interface LeftOut extends Judged {
  readonly kind: 'left-out';
}

export interface Declared extends Judged {
  readonly kind: 'declared';
  /** What is declared: the plan of the file, or what a held redirect served before. */
  readonly plan: HostPlan;
  /** The certificate's logical name, and the ended request that it replaces. */
  readonly certificate: CertificateSlot;
  readonly kept?: KeptSlot;
  /** ISO 8601: so long the owner is waited for, who could not know the routing record before. */
  readonly routingAwaitedUntil?: string;
  readonly imports: Imports;
}

export type HostDecision = LeftOut | Declared;
