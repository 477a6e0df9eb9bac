// What is known of a host when it is told how far it is. What was not read is absent.
import type { Renewal } from '@petstore/custom-domains/preflight';
import type { NewHost } from '../config/edit/edit.ts';
import type { Judgement } from './judge.ts';

export interface HostReading {
  readonly now: Date;
  readonly judgement: Judgement;
  /** The validation record, as the servers of its zone have it; the first that has it, where others do not. */
  readonly validation?: { readonly kind: 'seen' | 'partly' | 'other' | 'unseen'; readonly server?: string };
  readonly response?: HostResponse;
  /** Seconds for which resolvers may still return the old record; 0: the resolver has the new one. */
  readonly wait?: number;
  /** Why the outputs could not be read. */
  readonly outputsUnread?: string;
  /** Of the command `move`. */
  readonly move?: MoveReading;
}

/** What the host responds, where clients are sent to it. */
interface HostResponse {
  /** Why it is not as it should be, in a sentence. */
  readonly fault?: string;
  readonly status?: number;
  readonly location?: string;
  /** Where TLS succeeded. `distrust`: why a browser would refuse it. */
  readonly certificate?: PresentedCertificate;
  readonly renewal?: Renewal;
}

export interface PresentedCertificate {
  readonly issuer: string;
  readonly names: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly distrust?: string;
}

export interface MoveReading {
  /** How the host will be declared; absent where it is. */
  readonly declaring?: NewHost;
  /** The words of the options with which the move was read, for a command that is run at once. */
  readonly given: readonly string[];
  /** The stack that declares it too: no other can add it then, but by its move. */
  readonly otherStack?: string;
  /** The local cloud answers only for a name that leads to it, so that its new place cannot be asked before. */
  readonly isUnasked: boolean;
  /** Why the new place does not answer for the host; absent where it does, and where there is none to ask. */
  readonly fault?: string;
  readonly aliases: AliasConflicts;
}

/** A distribution, or a tenant of one, that has the name or a wildcard over it. */
export interface AliasHolder {
  readonly domain: string;
  readonly resource: string;
  /** 12 digits; CloudFront hides part of an account that is not the own one. */
  readonly account: string;
}

export type AliasConflicts =
  /** The name needs no distribution, or the stack's own has it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'taken'; readonly distribution?: string; readonly by: readonly AliasHolder[] }
  | { readonly kind: 'unknown'; readonly why: string };
