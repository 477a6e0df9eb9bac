// What `check` and `report` say of a stack: its hosts, each with its findings and its state, and those that are removed.
import type { Finding } from '@petstore/custom-domains/preflight';
import type { NextStep } from '../../infra/hosts/external-host.ts';
import type { HostPlan } from '../../infra/plan/types.ts';
import type { Deployed } from './deployed-hosts.ts';
import type { HostState } from './lifecycle.ts';
import type { Others } from './other-stacks.ts';
import type { RemovedHostReport } from './removed-hosts.ts';
import type { StaleDns } from './stale-dns.ts';

export interface HostReport {
  readonly plan: HostPlan;
  readonly state: HostState;
  /** Compared with --base. */
  readonly change?: 'added' | 'changed';
  /** The plan of a changed host at --base. */
  readonly was?: HostPlan;
  readonly findings: readonly Finding[];
  /** For the line of a healthy host: `Route 53 · Amazon may issue (no CAA) · no conflicts`. */
  readonly summary: string;
  /** It is in the stack already: what is found of it does not take it out. */
  readonly isDeployed: boolean;
  /** Of an external host, until it is live. */
  readonly next: readonly NextStep[];
  /** On the local cloud, where the records of a host that is left out are set. */
  readonly place?: string;
}

export interface StackReport extends Others {
  readonly stack: string;
  readonly base?: string;
  readonly hosts: readonly HostReport[];
  readonly removed: readonly RemovedHostReport[];
  /** The number of declared hosts that are as they were at --base, also where only some hosts are shown. */
  readonly unchanged: number;
  readonly notes: readonly string[];
  /** A sentence for each other stack whose file cannot be read: a host of this one may be there too. */
  readonly uncompared: readonly string[];
  /** On the local cloud: DNS, and with it what is found of each host, is not of the present zone file. */
  readonly staleDns?: StaleDns;
  /**
   * 1 also where production refuses a removal, 3 also where another stack's file could not be compared, and in any case where
   * DNS is stale.
   */
  readonly status: 0 | 1 | 3;
}

/** Deployed hosts as `pulumi preview` reports them; by default they are read as the options say. */
export interface Known {
  readonly deployed?: Deployed;
}
