// The certificate of a host. ACM never retries a request that has ended: a program finds out, and requests a new certificate instead.
import { Certificate } from '@pulumi/aws/acm/certificate.js';
import { getCertificate } from '@pulumi/aws/acm/getCertificate.js';
import * as pulumi from '@pulumi/pulumi';
import type { HostSpec } from '../dns-hosts/zone.ts';
import { hostNames } from '../names/logical-names.ts';
import type { Warn } from '../preflight/check.ts';
import { logWarning } from './engine-log.ts';
import { lookedUp } from './provider-messages.ts';
import { CERTIFICATE_VALIDATION, certificateOf, type StackState, typedName } from './state.ts';
import type { Tags } from './targets.ts';

/** Names the ended request, `FAILED:<id>`. Pulumi's `replacementTrigger` has the same value, which replaces the certificate once. */
export const RETRY_TAG = 'retry-of';

/** The first request's `replacementTrigger`: one that is absent would never differ from a later one. */
const FIRST_REQUEST = 'first';

export const KEY_ALGORITHM = 'EC_prime256v1';

interface HostCertificateArgs {
  readonly host: string;
  /** Undefined: that of the component's provider. */
  readonly region: string | undefined;
  readonly retryOf: pulumi.Input<string | undefined>;
  readonly tags?: Tags;
}

export function hostCertificate(
  name: string,
  { host, region, retryOf, tags }: HostCertificateArgs,
  opts: pulumi.CustomResourceOptions,
): Certificate {
  const replaced = pulumi.output(retryOf);
  return new Certificate(
    name,
    {
      domainName: host,
      validationMethod: 'DNS',
      keyAlgorithm: KEY_ALGORITHM,
      region,
      tags: pulumi
        .all([replaced, tags])
        .apply(([id, given]) => ({ ...given, ...(id && { [RETRY_TAG]: id }) })),
    },
    { ...opts, replacementTrigger: replaced.apply((id) => id ?? FIRST_REQUEST) },
  );
}

export interface CertificateRequest {
  /** Value of the tag; undefined for a certificate that is the first of its host. */
  readonly retryOf?: string;
  /** Set in a run that finds that the certificate of the state has ended: this run requests another. */
  readonly ended?: FinalStatus;
}

interface RequestOptions {
  /** The certificate's logical name, for a host that may have moved (`attachmentSlots`). */
  readonly name?: string;
  readonly warn?: Warn;
  /** The provider of the look-up, or the resource that it is taken from. */
  readonly invoke?: pulumi.InvokeOptions;
}

/** Empty where the state has no certificate. Where the look-up fails nothing is replaced: the run waits for the certificate as before. */
export async function certificateRequest(
  host: string,
  state: StackState,
  { name = hostNames(host).certificate, warn = logWarning, invoke }: RequestOptions = {},
): Promise<CertificateRequest> {
  const { arn, tags } = certificateOf(state, name) ?? {};
  if (arn === undefined) return {};
  const retryOf = tags?.[RETRY_TAG];
  const validation = state.typed.get(typedName(CERTIFICATE_VALIDATION, hostNames(host).validated));
  // It was issued, in this run or an earlier one.
  if (validation?.outputs.certificateArn === arn) return { retryOf };
  try {
    const ended = await endedStatus(host, arn, invoke);
    return ended === undefined ? { retryOf } : { retryOf: `${ended}:${arn.split('/').at(-1)}`, ended };
  } catch (error) {
    warn(host, `what became of its certificate could not be looked up: ${(error as Error).message}`);
    return { retryOf };
  }
}

/** Statuses that a certificate of ACM's never leaves ("delete the request … and try again": API reference). */
const FINAL = ['FAILED', 'VALIDATION_TIMED_OUT', 'EXPIRED', 'REVOKED'] as const;
type FinalStatus = (typeof FINAL)[number];

/** Undefined: it has not ended. The provider finds by name only, and of several of one status the newest. */
async function endedStatus(
  domain: string,
  arn: string,
  opts: pulumi.InvokeOptions | undefined,
): Promise<FinalStatus | undefined> {
  const wanted = { domain, keyTypes: [KEY_ALGORITHM], types: ['AMAZON_ISSUED'], region: arn.split(':')[3] };
  const look = (...statuses: FinalStatus[]) =>
    lookedUp(getCertificate({ ...wanted, statuses, mostRecent: statuses.length === 1 }, opts));
  const one = await look(...FINAL);
  const found = one === 'several' ? await Promise.all(FINAL.map((status) => look(status))) : [one];
  const own = found.filter((each) => typeof each === 'object').find((each) => each.arn === arn);
  return own?.status as FinalStatus | undefined;
}

/** A host whose certificate ended before anything used it is as a new one, unless nothing waits for it, as for an unverified external one. */
export function isStranded({ host, zone }: HostSpec, { ended }: CertificateRequest, state: StackState) {
  const isAwaited = zone.provider !== 'external' || zone.verified;
  return ended !== undefined && isAwaited && !state.names.has(hostNames(host).attachment);
}
