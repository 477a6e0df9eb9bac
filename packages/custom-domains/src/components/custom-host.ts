// One custom host: preflight → certificate → validation record → issued → attached → routing record last.
import type { Certificate } from '@pulumi/aws/acm/certificate.js';
import { CertificateValidation } from '@pulumi/aws/acm/certificateValidation.js';
import * as pulumi from '@pulumi/pulumi';
import { hostSpec } from '../dns-hosts/host-spec.ts';
import { type DnsAdapter, type HostSpec, hasAlias, hasHttpsRecord } from '../dns-hosts/zone.ts';
import { certificateRegionOf } from '../names/certificate-region.ts';
import { type HostNames, hostNames } from '../names/logical-names.ts';
import { ALIAS_TTL, RECORD_TTL } from '../names/record-ttl.ts';
import { FIRST_HOST_TYPE, HOST_TYPE } from '../names/urn.ts';
import { shown } from '../output/index.ts';
import { checkGiven, withArguments } from './arguments.ts';
import { declareKept, type KeptAttachment, type KeptOutput, keptCertificate } from './attachments.ts';
import { type CertificateRequest, certificateRequest, hostCertificate } from './certificate.ts';
import { observed } from './engine-log.ts';
import type { HostFailures } from './failures.ts';
import {
  type HostRecord,
  httpsRecord,
  routingRecord,
  type ValidationOption,
  validationOption,
  validationRecord,
} from './host-record.ts';
import type { Preflight } from './preflight-hook.ts';
import { readStackState } from './read-state.ts';
import type { Attachment, HostTarget, Tags } from './targets.ts';

export interface CustomHostArgs {
  /** Normalised FQDN, no final dot. A string, not an Input: the logical names of the resources contain it. */
  readonly host: string;
  /** `cloudflareDns`, `externalDns` where the owner sets the records, or such as `route53Dns({ name: 'example.com' })`. */
  readonly dns: DnsAdapter;
  /** `gatewayTarget`, `distributionTarget`, or such as `new Redirects('redirects').target({ to: 'www.example.com', status: 308 })`. */
  readonly target: HostTarget;
  /** One for the program. `off`: nothing reads live DNS before this host is created, as the program has done so itself. */
  readonly preflight: Preflight | 'off';
  /** Seconds, of the routing record; 3600 where absent. Alias records at a Route 53 apex have their target's instead. */
  readonly ttl?: number;
  /** Of every resource that takes tags: the certificate, and what serves the host. */
  readonly tags?: Tags;
  /** Of `certificateRequest`, for programs of many hosts, which read the state once; looked up where absent. */
  readonly request?: CertificateRequest;
  /** By `attachmentSlots`; `HOST-certificate` where absent. */
  readonly certificateName?: string;
  /** The attachment that the host leaves, or left, kept while resolvers remember it. Absent: a move deletes it in the same run.
   *  @example { ...slots.kept, target: gatewayTarget({ apiId: api.id, stage: stage.name }), now: Date.now } */
  readonly kept?: KeptAttachment;
  /** Explains the failures of this run, and has their reasons for the outputs; the preflight's own where absent. */
  readonly failures?: HostFailures;
}

// ACM gives up after 72 h; a record that the stack sets is seen in minutes.
const ISSUE_TIMEOUT = '75m';

// What a state has by the type that the component had at first stays. The engine inherits a parent's alias only in the run that finds
// the parent by it (pulumi/pulumi, pkg/resource/deploy/step_generator.go, generateAliases): each child has one of its own.
function asBefore({ type, props, opts }: pulumi.ResourceTransformationArgs) {
  const parent = opts.parent?.urn.apply((urn) => urn.replace(HOST_TYPE, FIRST_HOST_TYPE));
  const alias = type === HOST_TYPE ? { type: FIRST_HOST_TYPE } : { parent };
  return { props, opts: pulumi.mergeOptions(opts, { aliases: [alias] }) };
}

/**
 * A host with a certificate, an attachment and DNS records of its own. Its resources are named by the host.
 * @example
 * new CustomHost('api', {
 *   host: 'api.example.com',
 *   dns: route53Dns({ name: 'example.com' }),
 *   target: gatewayTarget({ apiId: api.id, stage: stage.name }, [stage]),
 *   preflight: new Preflight(),
 * });
 */
export class CustomHost extends pulumi.ComponentResource {
  /** The host's name, once its last resource exists: an output that uses it waits for the host. */
  readonly host: pulumi.Output<string>;
  /** Whether the host has a certificate and a target. False for an external host that is not verified. */
  readonly attached: pulumi.Output<boolean>;
  /** The name that the routing record points at; undefined where an external host has none yet. */
  readonly target: pulumi.Output<string | undefined>;
  /** ACM's status of the certificate, as far as this run knows it: `PENDING_VALIDATION`, `ISSUED`, … */
  readonly certificateStatus: pulumi.Output<string>;
  /** The records of the host: those that the stack sets, or those for the owner of an external host to set. */
  readonly records: pulumi.Output<HostRecord[]>;
  /** The attachment that the host left, while it is kept. */
  readonly kept: KeptOutput | undefined;
  readonly #names: HostNames;
  readonly #spec: HostSpec;
  readonly #args: CustomHostArgs;
  readonly #ttl: number;
  /** Undefined where nothing explains failures: Pulumi's mocks, with which other teams test, have no hooks. */
  readonly #hooks: pulumi.ResourceHookBinding | undefined;
  readonly #certificateRegion: string | undefined;

  /** `name`: the component's logical name. Throws HostError for a host that cannot be declared as it is written. */
  constructor(name: string, args: CustomHostArgs, opts?: pulumi.ComponentResourceOptions) {
    const spec = withArguments(shown`CustomHost ${JSON.stringify(name)}`, () => {
      checkGiven(args);
      return hostSpec(args.host, args.dns.zone, args.target.kind);
    });
    const { host } = args;
    super(HOST_TYPE, name, {}, pulumi.mergeOptions(opts, { transformations: [asBefore] }));
    this.#names = hostNames(host);
    this.#spec = spec;
    this.#args = args;
    this.#ttl = args.ttl ?? RECORD_TTL;
    const failures = args.failures ?? (args.preflight === 'off' ? undefined : args.preflight.failures);
    this.#hooks = failures?.hooksOf(Object.values(this.#names), host, this.urn);
    this.#certificateRegion = certificateRegionOf(spec.target, undefined);

    const certificate = this.#certificate();
    // In one account, ACM gives one name the same record for every certificate: this one is known before the new one
    // exists, so that a saved plan has no change of the record that then does not happen.
    const known = keptCertificate(args.kept, args, this) ?? certificate;
    const validation = known.domainValidationOptions.apply(validationOption(host));
    const issued = this.#issued(certificate, validation);
    const attachment = this.#attach(issued);
    const routed = attachment === undefined ? [] : [...attachment.dependencies, ...this.#route(attachment)];
    const { kept, tags } = args;
    this.kept = kept && declareKept(kept, { host, tags, certificate: known, routed, parent: this });

    const attached = issued !== undefined && attachment !== undefined;
    const last = attached ? routed : [certificate];
    this.host = pulumi.all(last.map(({ urn }) => urn)).apply(() => host);
    this.attached = this.host.apply(() => attached);
    this.target = pulumi.output(attachment?.target.domainName);
    this.certificateStatus = issued ? issued.id.apply(() => 'ISSUED') : observed(certificate.status);
    const httpsParams = hasHttpsRecord(spec) ? attachment?.target.httpsParams : undefined;
    this.records = pulumi
      .all([validation, this.target, pulumi.output(httpsParams)])
      .apply(([option, name, params]) => [
        validationRecord(option),
        ...(name === undefined ? [] : [routingRecord(spec, name, hasAlias(spec) ? ALIAS_TTL : this.#ttl)]),
        ...(params === undefined ? [] : [httpsRecord(host, params)]),
      ]);
    this.registerOutputs({ certificateStatus: this.certificateStatus, records: this.records });
  }

  #certificate(): Certificate {
    const { host, preflight, tags, certificateName: name = this.#names.certificate } = this.#args;
    const lookUp = async () =>
      certificateRequest(host, await readStackState(), { name, invoke: { parent: this } });
    const retryOf = pulumi.output(this.#args.request ?? lookUp()).apply((one) => one.retryOf);
    const hooks = preflight === 'off' ? undefined : { beforeCreate: [preflight.hookOf(this.#spec, name)] };
    const args = { host, region: this.#certificateRegion, retryOf, tags };
    return hostCertificate(name, args, { parent: this, hooks });
  }

  /** Undefined: the owner's DNS is not verified, so nothing may wait for it. */
  #issued(
    certificate: Certificate,
    option: pulumi.Output<ValidationOption>,
  ): CertificateValidation | undefined {
    const { zone } = this.#spec;
    if (zone.provider === 'external' && !zone.verified) return undefined;
    const { validationRecord: name, validated } = this.#names;
    const opts = { parent: this, hooks: this.#hooks };
    const { fqdn, resources } = this.#args.dns.validationRecord(
      name,
      { name: option.resourceRecordName, value: option.resourceRecordValue },
      { ...opts, dependsOn: [certificate] },
    );
    return new CertificateValidation(
      validated,
      { certificateArn: certificate.arn, validationRecordFqdns: [fqdn], region: this.#certificateRegion },
      { ...opts, customTimeouts: { create: ISSUE_TIMEOUT }, dependsOn: [...resources] },
    );
  }

  #attach(issued: CertificateValidation | undefined): Attachment | undefined {
    const { host, target, tags } = this.#args;
    if (issued === undefined && target.kind === 'gateway') return undefined;
    // A redirect's key takes nothing of the certificate, and would be created for a host that the preflight then stops.
    const opts = { parent: this, dependsOn: issued && [issued], hooks: this.#hooks };
    return target.attach({ host, certificateArn: issued?.certificateArn, tags }, opts);
  }

  /** The routing record is created last and deleted first, so that DNS never points at what does not exist. */
  #route({ target, dependencies }: Attachment): pulumi.Resource[] {
    const { host, apex } = this.#spec;
    const opts = { parent: this, dependsOn: [...dependencies], hooks: this.#hooks };
    return this.#args.dns.routingRecords(this.#names, { host, apex, target, ttl: this.#ttl }, opts);
  }
}
