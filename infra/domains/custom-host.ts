// One custom host: certificate → validation record → issued → attached → routing record last.

import type * as aws from '@pulumi/aws';
import { Certificate } from '@pulumi/aws/acm/certificate.js';
import { CertificateValidation } from '@pulumi/aws/acm/certificateValidation.js';
import * as pulumi from '@pulumi/pulumi';
import type { DnsAdapter, RoutingTarget } from '../dns/adapter.ts';
import { hostNames } from '../plan/names.ts';
import type { Attachable, Attachment } from './attachment.ts';
import { type HostRecord, routingRecord, validationOption, validationRecord } from './host-record.ts';

/** Who sets the records: a DNS host that the stack can write to, or the host's owner. */
export type HostDns = DnsAdapter | { readonly provider: 'by-hand'; readonly verified: boolean };

export interface CustomHostArgs {
  /** Normalised FQDN, no final dot: `api.petstore.example`. */
  readonly host: string;
  /** The host is its zone's top name, where no CNAME may be. */
  readonly apex?: boolean;
  readonly dns: HostDns;
  readonly attachTo: Attachable;
  readonly tags?: Readonly<Record<string, string>>;
  /** Run before the first resource of the host is created: what it throws stops the host (the preflight). */
  readonly beforeCreate?: readonly pulumi.ResourceHook[];
}

/** ACM gives up after 72 h; a record that we set ourselves is seen in minutes. */
const ISSUE_TIMEOUT = '75m';
/** API Gateway and CloudFront may hold a certificate for a while after the host is gone. */
const RELEASE_TIMEOUT = '60m';

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

  constructor(name: string, args: CustomHostArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:domains:CustomHost', name, {}, opts);
    const certificate = this.#certificate(args);
    const validation = certificate.domainValidationOptions.apply(validationOption(args.host));
    const issued = this.#issued(args, certificate, validation);
    const attachment = this.#attach(args, issued);
    const routing = this.#route(args, attachment);

    this.target = attachment?.target;
    this.certificateStatus = issued ? issued.id.apply(() => 'ISSUED') : certificate.status;
    this.attached = issued && attachment && once([...attachment.serving, ...routing], args.host);
    this.records = pulumi
      .all([validation, attachment?.target.domainName])
      .apply(([option, target]) => [
        validationRecord(option),
        ...(target === undefined ? [] : [routingRecord(args, target)]),
      ]);
    this.registerOutputs({ certificateStatus: this.certificateStatus, records: this.records });
  }

  #certificate({ host, attachTo, tags, beforeCreate }: CustomHostArgs): Certificate {
    return new Certificate(
      hostNames(host).certificate,
      {
        domainName: host,
        validationMethod: 'DNS',
        keyAlgorithm: 'EC_prime256v1',
        region: attachTo.certificateRegion,
        tags: { ...tags },
      },
      {
        parent: this,
        customTimeouts: { delete: RELEASE_TIMEOUT },
        hooks: beforeCreate && { beforeCreate: [...beforeCreate] },
      },
    );
  }

  /** Undefined: the owner's DNS is not verified, so nothing may wait for it. */
  #issued(
    { host, dns, attachTo }: CustomHostArgs,
    certificate: Certificate,
    option: pulumi.Output<aws.types.output.acm.CertificateDomainValidationOption>,
  ): CertificateValidation | undefined {
    if (dns.provider === 'by-hand' && !dns.verified) return undefined;
    const names = hostNames(host);
    const record =
      dns.provider === 'by-hand'
        ? undefined
        : dns.validationRecord(
            names.validationRecord,
            { name: option.resourceRecordName, value: option.resourceRecordValue },
            { parent: this, dependsOn: [certificate] },
          );
    return new CertificateValidation(
      names.validated,
      {
        certificateArn: certificate.arn,
        validationRecordFqdns: [record?.fqdn ?? option.resourceRecordName],
        region: attachTo.certificateRegion,
      },
      { parent: this, customTimeouts: { create: ISSUE_TIMEOUT }, dependsOn: record && [record.resource] },
    );
  }

  #attach(
    { host, attachTo, tags }: CustomHostArgs,
    issued: CertificateValidation | undefined,
  ): Attachment | undefined {
    if (issued === undefined && !attachTo.beforeCertificate) return undefined;
    return attachTo.attach(
      { host, certificateArn: issued?.certificateArn, tags: { ...tags } },
      { parent: this, customTimeouts: { delete: RELEASE_TIMEOUT } },
    );
  }

  #route({ host, apex, dns }: CustomHostArgs, attachment: Attachment | undefined): pulumi.Resource[] {
    if (dns.provider === 'by-hand' || attachment === undefined) return [];
    // Last to be made and first to go, so that DNS never points at something that is not there.
    const opts = { parent: this, dependsOn: [...attachment.serving] };
    return dns.routingRecords(
      hostNames(host),
      { host, apex: apex ?? false, target: attachment.target },
      opts,
    );
  }
}

function once(resources: readonly pulumi.Resource[], host: string): pulumi.Output<string> {
  return pulumi.all(resources.map(({ urn }) => urn)).apply(() => host);
}
