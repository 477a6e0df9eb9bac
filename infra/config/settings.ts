// The shape of a stack's settings once parsed: every default filled in, every host name normalised.

import type { ZoneDeclaration } from '@petstore/custom-domains/dns-hosts';
import type { RedirectStatus } from '@petstore/custom-domains/names';
import type { AdoptionSetting } from './adoptions.ts';
import type { MoveSetting } from './moves.ts';
import type { SITE_NAMES, StackConfig } from './schema.ts';
import type { TtlSetting } from './ttl.ts';

export type PlanTier = NonNullable<StackConfig['petstore:plan']>;
/** What a blocked host does to a run: it is left out, it ends the run, or live DNS is not read at all. */
export type PreflightMode = NonNullable<StackConfig['petstore:preflight']>;
export type SiteName = (typeof SITE_NAMES)[number];
export type HostRole = 'primary' | 'domain' | 'redirect';

/** A redirect; `to` is a full https URL with a path that is a prefix: `https://host/path`, no final slash. */
export interface RedirectSetting {
  readonly from: string;
  readonly to: string;
  readonly status: RedirectStatus;
}

/** A site's own hosts; `domains` is without the primary. All names are normalised: lower case, A-labels, no final dot. */
export interface SiteSetting {
  readonly primary?: string;
  readonly domains: readonly string[];
  readonly redirects: readonly RedirectSetting[];
}

/** Where the copies of the tables' backups are, and for how many days each is kept. */
export type BackupSetting = (
  | { /** Of a vault that the stack creates. */ readonly region: string }
  | { /** The ARN of a vault in another account. */ readonly vault: string }
) & { readonly days: number };

/** The settings in `Pulumi.<stack>.yaml`, with the defaults of the stack's kind (config/defaults.ts) filled in. */
export interface Settings {
  readonly stack: string;
  /** `aws:region`. */
  readonly region: string;
  /** `aws:allowedAccountIds`; absent: any account. */
  readonly allowedAccountIds?: readonly string[];
  readonly plan: PlanTier;
  readonly zones: readonly ZoneDeclaration[];
  readonly api: SiteSetting;
  readonly docs: SiteSetting;
  /** Hosts in no declared zone whose records, which their owner sets, were verified. */
  readonly verified: readonly string[];
  /** Hosts that are live already, and whose resources the stack takes over. */
  readonly adopt: readonly AdoptionSetting[];
  /** Hosts that are live elsewhere, and that move in. */
  readonly moving: readonly MoveSetting[];
  /** Hosts whose removal from production is confirmed. */
  readonly removals: readonly string[];
  readonly preflight: PreflightMode;
  /** Whether the stack has the beta operations, in its API and its documentation. */
  readonly beta: boolean;
  /** Whether a scheduled function calls every host. */
  readonly checks: boolean;
  /** Whether X-Ray traces calls of the function. */
  readonly tracing: boolean;
  /** Seconds of the routing records. */
  readonly ttl: TtlSetting;
  /** Deletion protection of what holds data. */
  readonly protect: boolean;
  /** ARN of the permissions boundary of the function's role; absent: it has none. */
  readonly permissionsBoundary?: string;
  readonly function: {
    readonly memoryMb: number;
    readonly timeoutSeconds: number;
    /** Undefined: the account's unreserved concurrency. */
    readonly reservedConcurrency?: number;
  };
  /** The share of the calls that a new version gets first, and for how long. 0 percent: it gets all of them at once. */
  readonly release: { readonly canaryPercent: number; readonly minutes: number };
  readonly throttling: { readonly ratePerSecond: number; readonly burst: number };
  readonly logRetentionDays: number;
  /** Partitions of the list index for each status. */
  readonly shards: number;
  readonly alarms: {
    /** Undefined, with the topics: an alarm only has a state. */
    readonly email?: string;
    /** In the stack's region. */
    readonly topicArn?: string;
    /** In us-east-1, where the alarms of CloudFront are. */
    readonly edgeTopicArn?: string;
    readonly latencyMs: number;
  };
  /** Absent: no backup but the recovery of the tables themselves. */
  readonly backup?: BackupSetting;
}
