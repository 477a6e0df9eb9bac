// The attachment that a host left: declared again as it was, with its certificate, until nobody remembers the way to it.
import type { Certificate } from '@pulumi/aws/acm/certificate.js';
import * as pulumi from '@pulumi/pulumi';
import { certificateRegionOf } from '../names/certificate-region.ts';
import type { KeptSlot } from './attachment-slots.ts';
import { KEPT_UNTIL_TAG } from './deployed-attachments.ts';
import { hostCertificate } from './host-certificate.ts';
import type { HostTarget } from './host-target.ts';
import type { Tags } from './tags.ts';

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
