// The certificate of a host. ACM never retries a request that has ended, so a program looks up what became of the one in
// its state, and requests a new certificate in its place.

import { Certificate } from '@pulumi/aws/acm/certificate.js';
import { getCertificate } from '@pulumi/aws/acm/getCertificate.js';
import * as pulumi from '@pulumi/pulumi';
import type { HostSpec } from '../dns-hosts/zone.ts';
import { hostNames } from '../names/logical-names.ts';
import type { Warn } from '../preflight/check.ts';
import { logWarning } from './engine-log.ts';
import { lookedUp } from './provider-messages.ts';
import { CERTIFICATE, CERTIFICATE_VALIDATION, readStackState, type StackState, typedName } from './state.ts';
import type { Tags } from './targets.ts';

/**
 * The certificate's tag that names the ended request which it replaces: `FAILED:<id>`. Pulumi's `replacementTrigger`
 * has the same value, which replaces the certificate once; each later run reads it from the state, where it is the
 * same and replaces nothing.
 */
export const RETRY_TAG = 'retry-of';

/** The first request's `replacementTrigger`: one that is absent would never differ from a later one. */
const FIRST_REQUEST = 'first';

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

/**
 * By host, of those that the state has a certificate of; the others request their first one. `opts`: the provider of
 * the look-ups, or the resource that it is taken from. `nameOf`: the certificate's logical name, for hosts that may have
 * moved (`attachmentSlots`).
 */
export async function certificateRequests(
  hosts: readonly string[],
  state: StackState,
  warn: Warn = logWarning,
  opts?: pulumi.InvokeOptions,
  nameOf = (host: string): string => hostNames(host).certificate,
): Promise<ReadonlyMap<string, CertificateRequest>> {
  const known = hosts.flatMap((host) => {
    const certificate = certificateOf(host, nameOf(host), state);
    return certificate === undefined ? [] : [[host, certificate] as const];
  });
  const requests = known.map(async ([host, certificate]) => {
    return [host, await requestOf(host, certificate, warn, opts)] as const;
  });
  return new Map(await Promise.all(requests));
}

/** The same of one host, for a program that has looked up none. `name`: the certificate's logical name. */
export async function ownRequest(
  host: string,
  name: string,
  opts: pulumi.InvokeOptions,
): Promise<CertificateRequest> {
  const state = await readStackState();
  const requests = await certificateRequests([host], state, logWarning, opts, () => name);
  return requests.get(host) ?? {};
}

/** As the state has it. */
interface KnownCertificate {
  readonly arn: string;
  readonly tags?: Readonly<Record<string, string>>;
  /** It was issued, in this run or an earlier one. */
  readonly validated: boolean;
}

function certificateOf(host: string, name: string, { typed }: StackState): KnownCertificate | undefined {
  const outputs = typed.get(typedName(CERTIFICATE, name))?.outputs as
    | Omit<KnownCertificate, 'validated'>
    | undefined;
  if (outputs?.arn === undefined) return undefined;
  const wait = typed.get(typedName(CERTIFICATE_VALIDATION, hostNames(host).validated))?.outputs;
  return { ...outputs, validated: wait?.certificateArn === outputs.arn };
}

/** Where the look-up fails nothing is replaced, and the run goes on: it waits for the certificate as before. */
async function requestOf(
  host: string,
  { arn, tags, validated }: KnownCertificate,
  warn: Warn,
  opts: pulumi.InvokeOptions | undefined,
): Promise<CertificateRequest> {
  const retryOf = tags?.[RETRY_TAG];
  if (validated) return { retryOf };
  try {
    const found = await endedRequest(host, arn, opts);
    if (found?.arn === arn) return retry(found);
    if (found !== undefined && isOwn(found, tags)) warn(host, orphaned(found));
  } catch (error) {
    warn(host, `what became of its certificate could not be looked up: ${(error as Error).message}`);
  }
  return { retryOf };
}

function retry({ arn, status }: Ended): CertificateRequest {
  return { retryOf: `${status}:${arn.split('/').at(-1)}`, ended: status };
}

/**
 * A host whose certificate ended before anything used it, so that preflight may leave it out as it does a new one.
 * An external host is not one before it is verified: nothing waits for its certificate, and its owner needs the records.
 */
export function isStranded({ host, zone }: HostSpec, { ended }: CertificateRequest, state: StackState) {
  const isAwaited = zone.provider !== 'external' || zone.verified;
  return ended !== undefined && isAwaited && !state.names.has(hostNames(host).attachment);
}

/** Every tag that the two share is the same: project and stack among them. */
function isOwn({ tags }: Ended, own: Readonly<Record<string, string>> = {}): boolean {
  const shared = Object.entries(own).filter(([key]) => key !== RETRY_TAG);
  return shared.length > 0 && shared.every(([key, value]) => tags[key] === value);
}

/** `pulumi refresh` forgets a request that timed out, and the provider cannot import one to delete it. */
function orphaned({ arn, status }: Ended): string {
  const command = `aws acm delete-certificate --region ${arn.split(':')[3]} --certificate-arn ${arn}`;
  return `an earlier request for its certificate ended as ${status}, and is not in the stack's state.
If it still exists after the next deployment, delete it: ${command}`;
}

/** Statuses that a certificate of ACM's never leaves ("delete the request … and try again": API reference). */
const FINAL = ['FAILED', 'VALIDATION_TIMED_OUT', 'EXPIRED', 'REVOKED'] as const;
type FinalStatus = (typeof FINAL)[number];

export const KEY_ALGORITHM = 'EC_prime256v1';

/** A certificate of that name which ACM will never issue, or no longer serves. */
interface Ended {
  readonly arn: string;
  readonly status: FinalStatus;
  readonly tags: Readonly<Record<string, string>>;
}

/** The certificate at that ARN where it has ended, else another of that name which has; undefined: there is none. */
async function endedRequest(
  host: string,
  arn: string,
  opts: pulumi.InvokeOptions | undefined,
): Promise<Ended | undefined> {
  const all = await lookUp(host, arn, FINAL, opts);
  if (all !== 'several') return all === 'absent' ? undefined : all;
  const each = await Promise.all(FINAL.map((status) => lookUp(host, arn, [status], opts)));
  const found = each.filter((one) => one !== 'absent' && one !== 'several');
  return found.find((one) => one.arn === arn) ?? found[0];
}

/**
 * The provider finds a certificate by its name only. Of several of one status it returns the newest: the state's own,
 * unless somebody else in the account requested the same name later.
 */
function lookUp(
  host: string,
  arn: string,
  statuses: readonly FinalStatus[],
  opts: pulumi.InvokeOptions | undefined,
): Promise<Ended | 'absent' | 'several'> {
  const wanted = { domain: host, keyTypes: [KEY_ALGORITHM], types: ['AMAZON_ISSUED'] };
  const searched = { statuses: [...statuses], mostRecent: statuses.length === 1, region: arn.split(':')[3] };
  return lookedUp(getCertificate({ ...wanted, ...searched }, opts) as Promise<Ended & object>);
}
