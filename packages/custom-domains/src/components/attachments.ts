// A host that moves between a gateway and a distribution: which logical names its certificates have, and the attachment that
// it left, which is declared as it was until no resolver remembers the record that led to it.

import type { Certificate } from '@pulumi/aws/acm/certificate.js';
import * as pulumi from '@pulumi/pulumi';
import type { HostSpec } from '../dns-hosts/zone.ts';
import { certificateRegionOf } from '../names/certificate-region.ts';
import { type HostNames, hostNames } from '../names/logical-names.ts';
import { keptSeconds, OWNER_SECONDS } from '../names/record-ttl.ts';
import { hostCertificate, RETRY_TAG } from './certificate.ts';
import {
  attachmentOf,
  CERTIFICATE,
  type DeployedAttachment,
  KEPT_UNTIL_TAG,
  routingRecordOf,
  type StackState,
  typedName,
} from './state.ts';
import type { HostTarget, Tags } from './targets.ts';

export interface CertificateSlot {
  readonly name: string;
  /** `CertificateRequest.retryOf` of the one that the state has there. */
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
  /** Whether it is a redirect's distribution. */
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

/**
 * The state decides: what is deployed keeps its logical name, whichever of two certificates it is, so that a move neither
 * replaces nor renames anything. An attachment of the other kind is kept until its time has passed, and is not declared
 * in the first run after that.
 */
export function attachmentSlots(
  { host, target, zone }: Pick<HostSpec, 'host' | 'target' | 'zone'>,
  state: StackState,
  { region, now, ttl = 0 }: SlotOptions,
): AttachmentSlots {
  const left = attachmentOf(state, host, target === 'gateway' ? 'distribution' : 'gateway');
  const isExternal = zone.provider === 'external';
  const slots = certificates(state, hostNames(host));
  const ofLeft = slots.find(({ arn }) => arn !== undefined && arn === left?.certificate);
  const isKept = ofLeft !== undefined && !(now >= Date.parse(left?.keptUntil ?? ''));
  const own = ownSlot(slots, {
    arn: attachmentOf(state, host, target)?.certificate,
    region: certificateRegionOf(target, region),
    taken: isKept ? ofLeft.name : undefined,
  });
  const certificate = withoutArn(own);
  if (left === undefined || !isKept) return { certificate };
  return {
    certificate,
    kept: {
      kind: left.kind,
      ...(left.keptUntil && { until: left.keptUntil }),
      seconds: isExternal
        ? OWNER_SECONDS
        : keptSeconds(Math.max(ttl, routingRecordOf(state, host)?.ttl ?? 0)),
      ...(ofLeft !== own && { certificate: withoutArn(ofLeft) }),
      redirects: isRedirect(left, state, host),
    },
  };
}

interface Slot extends CertificateSlot {
  readonly arn?: string;
}

function certificates({ typed }: StackState, { certificate, secondCertificate }: HostNames): Slot[] {
  return [certificate, secondCertificate].map((name) => {
    const { arn, tags } = (typed.get(typedName(CERTIFICATE, name))?.outputs ?? {}) as {
      arn?: string;
      tags?: Readonly<Record<string, string>>;
    };
    return { name, arn, retryOf: tags?.[RETRY_TAG] };
  });
}

/**
 * The certificate that the attachment has; or one of the wanted region, requested by a run that did not reach its end;
 * or the name that is not `taken`. Without either it stays the same resource, which is replaced where its region changes.
 */
function ownSlot(
  slots: readonly Slot[],
  { arn, region, taken }: { arn: string | undefined; region: string; taken: string | undefined },
): Slot {
  const own =
    slots.find((slot) => slot.arn !== undefined && slot.arn === arn) ??
    slots.find((slot) => slot.arn?.split(':')[3] === region) ??
    (taken === undefined ? slots.find((slot) => slot.arn !== undefined) : undefined) ??
    slots.find(({ name }) => name !== taken);
  return own as Slot;
}

function withoutArn({ name, retryOf }: Slot): CertificateSlot {
  return { name, ...(retryOf !== undefined && { retryOf }) };
}

function isRedirect({ kind }: DeployedAttachment, { names }: StackState, host: string): boolean {
  return kind === 'distribution' && names.has(hostNames(host).redirectFunction);
}

/** `target`: what the attachment serves while it is kept, under the same logical names as before. */
export interface KeptAttachment extends Omit<KeptSlot, 'kind' | 'redirects'> {
  readonly target: HostTarget;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** As a stack output shows it. */
export interface KeptOutput {
  readonly target: HostTarget['kind'];
  /** ISO 8601: the first deployment after it deletes the attachment. Unknown in the preview of the move. */
  readonly until: pulumi.Output<string>;
}

interface KeptHost {
  readonly host: string;
  readonly tags?: Tags;
  /** The attachment's: `keptCertificate`, or the host's own. */
  readonly certificate: Certificate;
  /** What the host is attached to now, and its routing records. */
  readonly routed: readonly pulumi.Resource[];
  readonly parent: pulumi.Resource;
}

/** It changes only once the routing record leads elsewhere: until then it is what serves the host. */
export function declareKept(kept: KeptAttachment, host: KeptHost): KeptOutput {
  const { target } = kept;
  const until = kept.until === undefined ? newTime(kept, host) : pulumi.output(kept.until);
  target.attach(
    {
      host: host.host,
      certificateArn: host.certificate.arn,
      tags: pulumi.all([host.tags, until]).apply(([tags, time]) => ({ ...tags, [KEPT_UNTIL_TAG]: time })),
    },
    { parent: host.parent, dependsOn: [...host.routed] },
  );
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

/**
 * Counted from the moment at which the records have changed, which may be long after the start of the run. A preview does
 * not know it, and must not: a saved plan would bind the deployment to its own time.
 */
function newTime({ seconds, now }: KeptAttachment, { routed }: KeptHost): pulumi.Output<string> {
  const urns = pulumi.all(routed.map(({ urn }) => urn));
  return urns.apply(() => (pulumi.runtime.isDryRun() ? unknownText() : isoSeconds(now() + seconds * 1000)));
}

function unknownText(): string {
  return pulumi.unknown as unknown as string;
}

function isoSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
}
