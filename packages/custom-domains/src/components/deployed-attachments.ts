// What a host is attached to in the stack's state: its attachment, and one that it left and that is kept for a while.
import { canonical } from '../names/dns-name.ts';
import { hostNames } from '../names/logical-names.ts';
import type { HostTarget } from './host-target.ts';
import {
  DISTRIBUTION,
  DOMAIN_NAME,
  type StackResource,
  type StackState,
  typedName,
} from './stack-resources.ts';

/**
 * The tag of an attachment that its host left: the time, in ISO 8601, until which it is kept. It is set after the routing
 * record leads elsewhere and removed before the record leads back, so that a run that ends anywhere leaves no wrong one.
 */
export const KEPT_UNTIL_TAG = 'kept-until';

export interface DeployedAttachment {
  readonly kind: HostTarget['kind'];
  readonly resource: StackResource;
  /** The name that a routing record points at. */
  readonly target: string | undefined;
  /** ARN; undefined for a distribution that waits for it. */
  readonly certificate: string | undefined;
  /** The tag's value; undefined for one that the host has not left, or whose run did not reach the tag. */
  readonly keptUntil: string | undefined;
}

interface AttachmentOutputs {
  readonly domainNameConfiguration?: { readonly targetDomainName?: string; readonly certificateArn?: string };
  readonly domainName?: string;
  readonly viewerCertificate?: { readonly acmCertificateArn?: string };
  readonly tags?: Readonly<Record<string, string>>;
}

const TYPES = { gateway: DOMAIN_NAME, distribution: DISTRIBUTION } as const;
const RECORDS = ['cloudflare:index/dnsRecord:DnsRecord', 'aws:route53/record:Record'];

export function attachmentOf(
  { typed }: StackState,
  host: string,
  kind: HostTarget['kind'],
): DeployedAttachment | undefined {
  const resource = typed.get(typedName(TYPES[kind], hostNames(host).attachment));
  if (resource === undefined) return undefined;
  const { domainNameConfiguration, domainName, viewerCertificate, tags } =
    resource.outputs as AttachmentOutputs;
  return {
    kind,
    resource,
    target: kind === 'gateway' ? domainNameConfiguration?.targetDomainName : domainName,
    certificate:
      domainNameConfiguration?.certificateArn ?? (viewerCertificate?.acmCertificateArn || undefined),
    keptUntil: tags?.[KEPT_UNTIL_TAG],
  };
}

/** The one that the host has not left. After a run that ended within a move, the one that the routing record leads to. */
export function currentAttachment(state: StackState, host: string): DeployedAttachment | undefined {
  const both = [attachmentOf(state, host, 'gateway'), attachmentOf(state, host, 'distribution')];
  const [first, second] = both.filter((one) => one !== undefined && one.keptUntil === undefined);
  const target = routingRecordOf(state, host)?.target;
  return second !== undefined && second.target === target ? second : first;
}

interface RecordOutputs {
  readonly content?: string;
  readonly records?: readonly string[];
  readonly aliases?: readonly { readonly name: string }[];
  readonly ttl?: number;
}

/** The routing record as the state has it; an alias has no TTL of its own. */
export function routingRecordOf(
  { typed }: StackState,
  host: string,
): { readonly target: string; readonly ttl?: number } | undefined {
  const { routingRecord, routingRecordA } = hostNames(host);
  const [found] = [routingRecord, routingRecordA].flatMap((name) =>
    RECORDS.flatMap((type) => typed.get(typedName(type, name)) ?? []),
  );
  if (found === undefined) return undefined;
  const { content, records, aliases, ttl } = found.outputs as RecordOutputs;
  return { target: canonical(content ?? records?.[0] ?? aliases?.[0]?.name ?? ''), ttl };
}
