// What the stack has now, from its own state: which hosts are deployed, what they are attached to, and which records are theirs.
import { DNS_HOSTS } from '../dns-hosts/list.ts';
import { hostNames } from '../names/logical-names.ts';
import type { Expected } from '../preflight/observation/observation.ts';
import { httpsParamsOf, httpsRecord, type ValidationOption, validationRecord } from './host-record.ts';
import type { HostTarget } from './targets.ts';

export interface StackResource {
  readonly type: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

export interface StackState {
  /** Of the last deployment that reached its end; empty for a stack never deployed. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The logical names of every resource, whichever provider it is of. */
  readonly names: ReadonlySet<string>;
  /** Every resource by type and logical name (`typedName`): the two attachments of a host that moved share a name. */
  readonly typed: ReadonlyMap<string, StackResource>;
}

export const typedName = (type: string, name: string): string => `${type}::${name}`;

export const CERTIFICATE_VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';

interface CertificateOutputs {
  readonly arn?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly domainValidationOptions?: readonly ValidationOption[];
}

export function certificateOf({ typed }: StackState, name: string): CertificateOutputs | undefined {
  return typed.get(typedName('aws:acm/certificate:Certificate', name))?.outputs;
}

/** One, or two while the host has an attachment that it left; their validation record is the same. */
function certificatesOf(state: StackState, host: string): CertificateOutputs[] {
  const { certificate, secondCertificate } = hostNames(host);
  return [certificate, secondCertificate].flatMap((name) => certificateOf(state, name) ?? []);
}

/** Whether the stack has begun to deploy that host: its certificate is the first of its resources. */
export function isDeployed(state: StackState, host: string): boolean {
  return certificatesOf(state, host).length > 0;
}

/** The records that the stack itself sets for a host, or its owner: no conflict, whichever zone the host moves to. */
export function ownRecords(state: StackState, host: string): Expected {
  const names = hostNames(host);
  const has = (name: string) => state.names.has(name);
  const attachment = currentAttachment(state, host);
  const [certificate] = certificatesOf(state, host);
  const option = certificate?.domainValidationOptions?.find(({ domainName }) => domainName === host);
  // An alias of Route 53 has no data of its own, but what CloudFront announces for the distribution.
  const { httpVersion } = (attachment?.resource.outputs ?? {}) as { readonly httpVersion?: string };
  const unset = [
    ...(has(names.routingRecord) || has(names.routingRecordA) ? [] : ['routing' as const]),
    ...(has(names.validationRecord) ? [] : ['validation' as const]),
  ];
  return {
    target: attachment?.target,
    validation: option && validationRecord(option),
    routingAwaited: attachment === undefined ? true : undefined,
    kind: attachment?.kind,
    attached: attachment?.certificate === undefined ? undefined : true,
    unset: unset.length > 0 ? unset : undefined,
    https: has(names.httpsRecord) ? httpsRecord(host, httpsParamsOf(httpVersion)).value : undefined,
  };
}

/** ISO 8601. Set after the routing record leads elsewhere, and removed before it leads back, so that no run leaves a wrong one. */
export const KEPT_UNTIL_TAG = 'kept-until';

export interface DeployedAttachment {
  readonly kind: Kind;
  readonly resource: StackResource;
  /** The name that a routing record points at. */
  readonly target: string | undefined;
  /** ARN; undefined for a distribution that waits for it. */
  readonly certificate: string | undefined;
  /** The tag's value; undefined for one that the host has not left, or whose run did not reach the tag. */
  readonly keptUntil: string | undefined;
}

const TYPES = {
  gateway: 'aws:apigatewayv2/domainName:DomainName',
  distribution: 'aws:cloudfront/distribution:Distribution',
} as const;

type Kind = HostTarget['kind'];

export function attachmentOf(
  { typed }: StackState,
  host: string,
  kind: Kind,
): DeployedAttachment | undefined {
  const resource = typed.get(typedName(TYPES[kind], hostNames(host).attachment));
  if (resource === undefined) return undefined;
  const {
    domainNameConfiguration: gateway,
    domainName,
    viewerCertificate,
    tags,
  } = resource.outputs as {
    readonly domainNameConfiguration?: {
      readonly targetDomainName?: string;
      readonly certificateArn?: string;
    };
    readonly domainName?: string;
    readonly viewerCertificate?: { readonly acmCertificateArn?: string };
    readonly tags?: Readonly<Record<string, string>>;
  };
  return {
    kind,
    resource,
    target: kind === 'gateway' ? gateway?.targetDomainName : domainName,
    certificate: gateway?.certificateArn ?? (viewerCertificate?.acmCertificateArn || undefined),
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

/** The routing record as the state has it; an alias has no TTL of its own. */
export function routingRecordOf({ typed }: StackState, host: string) {
  const { routingRecord, routingRecordA } = hostNames(host);
  const [found] = [routingRecord, routingRecordA].flatMap((name) =>
    DNS_HOSTS.flatMap(({ record }) => {
      const deployed = record && typed.get(typedName(record.type, name));
      return deployed ? [record.read(deployed.outputs)] : [];
    }),
  );
  return found && { target: found.value, ttl: found.ttl };
}
