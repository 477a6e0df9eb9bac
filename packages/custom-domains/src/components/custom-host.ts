// One custom host: preflight → certificate → validation record → issued → attached → routing record last.
import type * as aws from '@pulumi/aws';
import { Certificate } from '@pulumi/aws/acm/certificate.js';
import { CertificateValidation } from '@pulumi/aws/acm/certificateValidation.js';
import * as pulumi from '@pulumi/pulumi';
import type { DnsAdapter, RoutingTarget } from '../dns-hosts/adapter.ts';
import { CLOUDFRONT_REGION } from '../names/certificate-region.ts';
import { hostSpec } from '../names/host-spec.ts';
import { type HostNames, hostNames } from '../names/logical-names.ts';
import type { HostSpec } from '../names/types.ts';
import { type CertificateRequest, ownRequest, RETRY_TAG } from './certificate-request.ts';
import { KEY_ALGORITHM } from './ended-request.ts';
import type { HostFailures } from './host-failures.ts';
import { type HostRecord, routingRecord, validationOption, validationRecord } from './host-record.ts';
import type { Attachment, HostTarget } from './host-target.ts';
import type { Preflight } from './preflight-hook.ts';

export interface CustomHostArgs {
  /** Who has the records: `cloudflareDns`, `route53Dns`, or `external` for a host whose owner sets them. */
  readonly dns: DnsAdapter;
  readonly target: HostTarget;
  /** `off`: this host has no hook, as where the program reads DNS itself before it declares its hosts. */
  readonly preflight: Preflight | 'off';
  readonly tags?: Readonly<Record<string, string>>;
  /** What became of the certificate that the state has; looked up where it is left out. */
  readonly request?: CertificateRequest;
  /** Where failures of this run are explained; the preflight's own where left out. */
  readonly failures?: HostFailures;
}

/**
 * ACM gives up after 72 h; a record that we set ourselves is seen in minutes. The only time limit here: the provider
 * reads none for the deletion of a certificate (it waits 20 minutes for one in use), a domain name or a distribution.
 */
const ISSUE_TIMEOUT = '75m';
/** The first request's `replacementTrigger`: one that is absent would never differ from a later one. */
const FIRST_REQUEST = 'first';

/** A host with a certificate, an attachment and DNS records of its own; no other host shares any of them. */
export class CustomHost extends pulumi.ComponentResource {
  /** Absent for a host set by hand whose target is not made yet. */
  readonly target: RoutingTarget | undefined;
  /** ACM's word for the certificate, as far as this run knows: `PENDING_VALIDATION`, `ISSUED`, … */
  readonly certificateStatus: pulumi.Output<string>;
  /** The records of the host: ours where the stack writes them, the owner's to set where it does not. */
  readonly records: pulumi.Output<HostRecord[]>;
  /** The host's name, once traffic can reach it; undefined while it is not attached. */
  readonly attached: pulumi.Output<string> | undefined;
  readonly #names: HostNames;
  readonly #spec: HostSpec;
  readonly #args: CustomHostArgs;

  /** `host`: normalised FQDN, no final dot. Its resources are named by it, and it is the component's own name. */
  constructor(host: string, args: CustomHostArgs, opts?: pulumi.ComponentResourceOptions) {
    const spec = hostSpec(host, args.dns.zone, args.target.kind);
    const names = hostNames(host);
    super('petstore:domains:CustomHost', names.component, {}, opts);
    this.#names = names;
    this.#spec = spec;
    this.#args = args;

    const certificate = this.#certificate();
    const validation = certificate.domainValidationOptions.apply(validationOption(host));
    const issued = this.#issued(certificate, validation);
    const attachment = this.#attach(issued);
    const routing = attachment === undefined ? [] : this.#route(attachment);

    this.target = attachment?.target;
    this.certificateStatus = issued ? issued.id.apply(() => 'ISSUED') : certificate.status;
    this.attached = issued && attachment && once([...attachment.dependencies, ...routing], host);
    this.records = pulumi
      .all([validation, attachment?.target.domainName])
      .apply(([option, target]) => [
        validationRecord(option),
        ...(target === undefined ? [] : [routingRecord(spec, target)]),
      ]);
    this.registerOutputs({ certificateStatus: this.certificateStatus, records: this.records });
  }

  /** Undefined: the stack's own region. */
  get #certificateRegion(): string | undefined {
    return this.#args.target.kind === 'distribution' ? CLOUDFRONT_REGION : undefined;
  }

  #certificate(): Certificate {
    const { preflight, tags } = this.#args;
    const { host } = this.#spec;
    const request = pulumi.output(this.#args.request ?? ownRequest(host));
    const retryOf = request.apply(({ retryOf }) => retryOf);
    return new Certificate(
      this.#names.certificate,
      {
        domainName: host,
        validationMethod: 'DNS',
        keyAlgorithm: KEY_ALGORITHM,
        region: this.#certificateRegion,
        tags: retryOf.apply((id) => ({ ...tags, ...(id && { [RETRY_TAG]: id }) })),
      },
      {
        parent: this,
        replacementTrigger: retryOf.apply((id) => id ?? FIRST_REQUEST),
        hooks: preflight === 'off' ? undefined : { beforeCreate: [preflight.hookOf(this.#spec)] },
      },
    );
  }

  /** Undefined: the owner's DNS is not verified, so nothing may wait for it. */
  #issued(
    certificate: Certificate,
    option: pulumi.Output<aws.types.output.acm.CertificateDomainValidationOption>,
  ): CertificateValidation | undefined {
    const { zone } = this.#spec;
    if (zone.provider === 'external' && !zone.verified) return undefined;
    const { fqdn, resources } = this.#args.dns.validationRecord(
      this.#names.validationRecord,
      { name: option.resourceRecordName, value: option.resourceRecordValue },
      {
        parent: this,
        dependsOn: [certificate],
        hooks: this.#failureHooks(this.#names.validationRecord),
      },
    );
    return new CertificateValidation(
      this.#names.validated,
      {
        certificateArn: certificate.arn,
        validationRecordFqdns: [fqdn],
        region: this.#certificateRegion,
      },
      {
        parent: this,
        customTimeouts: { create: ISSUE_TIMEOUT },
        dependsOn: [...resources],
        hooks: this.#failureHooks(this.#names.validated),
      },
    );
  }

  /** Undefined where nothing explains failures: Pulumi's mocks, with which other teams test, have no hooks. */
  #failureHooks(name: string): pulumi.ResourceHookBinding | undefined {
    const { preflight } = this.#args;
    const failures = this.#args.failures ?? (preflight === 'off' ? undefined : preflight.failures);
    return failures && { onError: [failures.hookOf(name, this.#spec.host)] };
  }

  #attach(issued: CertificateValidation | undefined): Attachment | undefined {
    const { target, tags } = this.#args;
    if (issued === undefined && target.kind === 'gateway') return undefined;
    return target.attach(
      { host: this.#spec.host, certificateArn: issued?.certificateArn, tags: { ...tags } },
      { parent: this },
    );
  }

  #route({ target, dependencies }: Attachment): pulumi.Resource[] {
    const { host, apex } = this.#spec;
    // Last to be made and first to go, so that DNS never points at something that is not there.
    const opts = { parent: this, dependsOn: [...dependencies] };
    return this.#args.dns.routingRecords(this.#names, { host, apex, target }, opts);
  }
}

function once(resources: readonly pulumi.Resource[], host: string): pulumi.Output<string> {
  return pulumi.all(resources.map(({ urn }) => urn)).apply(() => host);
}
