// A host that moves between a gateway and a distribution: which logical names its certificates have, and the attachment that it left.
import type { Certificate } from '@pulumi/aws/acm/certificate.js';
import * as pulumi from '@pulumi/pulumi';
import type { HostSpec } from '../dns-hosts/zone.ts';
import { certificateRegionOf } from '../names/certificate-region.ts';
import { hostNames } from '../names/logical-names.ts';
import { keptSeconds, OWNER_SECONDS } from '../names/record-ttl.ts';
import { hostCertificate, RETRY_TAG } from './certificate.ts';
import { observed } from './engine-log.ts';
import { attachmentOf, certificateOf, KEPT_UNTIL_TAG, routingRecordOf, type StackState } from './state.ts';
import type { HostTarget, Tags } from './targets.ts';

export interface CertificateSlot {
  readonly name: string;
  readonly retryOf?: string;
}

/** An attachment that a host left, while resolvers may remember the record that led to it. */
export interface KeptSlot {
  readonly kind: HostTarget['kind'];
  /** ISO 8601; undefined: the run that moves the host, or the next one after it, decides it. */
  readonly until?: string;
  /** For so long from the moment at which the routing record leads elsewhere. */
  readonly seconds: number;
  /** Of the attachment alone; undefined: the certificate of the host, where both are in one region. */
  readonly certificate?: CertificateSlot;
  readonly redirects: boolean;
}

export interface AttachmentSlots {
  readonly certificate: CertificateSlot;
  readonly kept?: KeptSlot;
}

export interface SlotOptions {
  /** The stack's, which gateways are in. */
  readonly region: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The longest TTL of the routing record that is known besides the state's: of the last whole deployment. */
  readonly ttl?: number;
}

/** What is deployed keeps its logical name. An attachment of the other kind is kept until its time has passed, and then not declared. */
export function attachmentSlots(
  { host, target, zone }: Pick<HostSpec, 'host' | 'target' | 'zone'>,
  state: StackState,
  { region, now, ttl = 0 }: SlotOptions,
): AttachmentSlots {
  const left = attachmentOf(state, host, target === 'gateway' ? 'distribution' : 'gateway');
  const slots = certificates(state, host);
  const ofLeft = slots.find(({ arn }) => arn !== undefined && arn === left?.certificate);
  const isKept = left && ofLeft && !(now >= Date.parse(left.keptUntil ?? ''));
  const own = ownSlot(slots, {
    arn: attachmentOf(state, host, target)?.certificate,
    region: certificateRegionOf(target, region),
    taken: isKept ? ofLeft.name : undefined,
  });
  const certificate = { name: own.name, retryOf: own.retryOf };
  if (!isKept) return { certificate };
  const longest = Math.max(ttl, routingRecordOf(state, host)?.ttl ?? 0);
  return {
    certificate,
    kept: {
      kind: left.kind,
      until: left.keptUntil,
      seconds: zone.provider === 'external' ? OWNER_SECONDS : keptSeconds(longest),
      certificate: ofLeft === own ? undefined : { name: ofLeft.name, retryOf: ofLeft.retryOf },
      redirects: left.kind === 'distribution' && state.names.has(hostNames(host).redirect),
    },
  };
}

interface Slot extends CertificateSlot {
  readonly arn?: string;
}

function certificates(state: StackState, host: string): Slot[] {
  const { certificate, secondCertificate } = hostNames(host);
  return [certificate, secondCertificate].map((name) => {
    const { arn, tags } = certificateOf(state, name) ?? {};
    return { name, arn, retryOf: tags?.[RETRY_TAG] };
  });
}

/** That of the attachment; or one of the wanted region, of a run that did not reach its end; or the name that is not `taken`. */
function ownSlot(
  slots: readonly Slot[],
  { arn, region, taken }: { arn: string | undefined; region: string; taken: string | undefined },
): Slot {
  const requested = slots.filter((slot) => slot.arn !== undefined);
  const own =
    requested.find((slot) => slot.arn === arn) ??
    requested.find((slot) => slot.arn?.split(':')[3] === region) ??
    (taken === undefined ? requested[0] : undefined) ??
    slots.find(({ name }) => name !== taken);
  return own as Slot;
}

/** `target`: what the attachment serves while it is kept, under the same logical names as before. */
export type KeptAttachment = Omit<KeptSlot, 'kind' | 'redirects'> & {
  readonly target: HostTarget;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

export interface KeptOutput {
  readonly target: HostTarget['kind'];
  /** ISO 8601: the first deployment after it deletes the attachment. Unknown in the preview of the move. */
  readonly until: pulumi.Output<string>;
}

/** `certificate`: the attachment's. `routed`: what the host is attached to now, and its routing records. */
interface KeptHost {
  readonly host: string;
  readonly tags?: Tags;
  readonly certificate: Certificate;
  readonly routed: readonly pulumi.Resource[];
  readonly parent: pulumi.Resource;
}

/** It changes only once the routing record leads elsewhere: until then it is what serves the host. */
export function declareKept(
  { target, until: decided, seconds, now }: KeptAttachment,
  { host, tags, certificate, routed, parent }: KeptHost,
): KeptOutput {
  // Counted from the moment at which the records have changed, which may be long after the start of the run.
  const time = () => observed(new Date(now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z'));
  const until =
    decided === undefined ? pulumi.all(routed.map(({ urn }) => urn)).apply(time) : pulumi.output(decided);
  const marked = pulumi.all([tags, until]).apply(([own, time]) => ({ ...own, [KEPT_UNTIL_TAG]: time }));
  const request = { host, certificateArn: certificate.arn, tags: marked };
  target.attach(request, { parent, dependsOn: [...routed] });
  return { target: target.kind, until };
}

/** Undefined: nothing is kept, or the attachment has the certificate of the host. */
export function keptCertificate(
  kept: KeptAttachment | undefined,
  { host, tags }: { readonly host: string; readonly tags?: Tags },
  parent: pulumi.Resource,
): Certificate | undefined {
  if (kept?.certificate === undefined) return undefined;
  const { name, retryOf } = kept.certificate;
  const region = certificateRegionOf(kept.target.kind, undefined);
  return hostCertificate(name, { host, region, retryOf, tags }, { parent });
}
