// Live hosts that no stack has: what a person creates in the console for a host, through the local cloud's own handlers.
import type { Registry } from '@petstore/local-cloud/resources/registry';

export const CLOUDFLARE_ZONE = '5f0c3a9e7d1b42688b6e0d94c2f1a735';
const CERTIFICATE = 'aws:acm/certificate:Certificate';
const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution';

export interface HandZone {
  readonly provider: 'cloudflare' | 'route53';
  readonly zoneId: string;
}

export interface HandMadeOptions {
  readonly ttl?: number;
  readonly tags?: Readonly<Record<string, string>>;
  /** Where its record points, in place of what serves it. */
  readonly pointsAt?: string;
  /** At an apex of Route 53: alias records of both address types. */
  readonly alias?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

export interface Created {
  readonly id: string;
  readonly outputs: Values;
}

/** Creates single resources, and whole hosts, outside of any state. */
export class ByHand {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Of a call to a handler. */
  get context() {
    return { region: 'eu-west-1', signal: AbortSignal.timeout(20_000) };
  }

  async create(type: string, given: Values, region = 'eu-west-1'): Promise<Created> {
    const handler = this.#registry.handler(type);
    const inputs = handler.inputs.parse(given) as Values;
    const context = { ...this.context, region };
    const { id, computed } = await handler.create(inputs as never, context);
    return { id, outputs: { ...inputs, ...computed } };
  }

  /** A host of the API. Resolves to the id of its mapping. */
  async apiHost(host: string, zone: HandZone, api: Values, options: HandMadeOptions = {}): Promise<string> {
    const { ttl = 300, tags } = options;
    const certificateArn = await this.#certificate(host, zone, 'eu-west-1', { ttl, tags });
    const configuration = { endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2', ipAddressType: 'ipv4' };
    const { outputs } = await this.create('aws:apigatewayv2/domainName:DomainName', {
      ...{ domainName: host, domainNameConfiguration: { ...configuration, certificateArn }, tags },
    });
    const mapping = await this.create('aws:apigatewayv2/apiMapping:ApiMapping', { ...api, domainName: host });
    const { targetDomainName, hostedZoneId } = outputs.domainNameConfiguration as Record<string, string>;
    const target = options.pointsAt ?? targetDomainName ?? '';
    if (options.alias) await this.#aliases(zone, host, { name: target, zoneId: hostedZoneId });
    else await this.record(zone, host, target, ttl);
    return mapping.id;
  }

  /** A host with a distribution like that one. Resolves to its id. */
  async docsHost(host: string, zone: HandZone, like: Values, options: HandMadeOptions = {}) {
    const { ttl = 300, tags } = options;
    const acmCertificateArn = await this.#certificate(host, zone, 'us-east-1', { ttl, tags });
    const viewerCertificate = {
      acmCertificateArn,
      minimumProtocolVersion: 'TLSv1.2_2021',
      sslSupportMethod: 'sni-only',
    };
    const { id, outputs } = await this.create(DISTRIBUTION, {
      ...{ ...like, aliases: [host], viewerCertificate, comment: 'created in the console', tags },
    });
    const target = { name: String(outputs.domainName), zoneId: outputs.hostedZoneId };
    if (options.alias) await this.#aliases(zone, host, target, ['A', 'AAAA', 'HTTPS']);
    else await this.record(zone, host, target.name, ttl);
    return id;
  }

  record({ provider, zoneId }: HandZone, name: string, value: string, ttl: number): Promise<Created> {
    const shared = { zoneId, name, type: 'CNAME', ttl };
    return provider === 'cloudflare'
      ? this.create('cloudflare:index/dnsRecord:DnsRecord', { ...shared, content: value, proxied: false })
      : this.create('aws:route53/record:Record', { ...shared, records: [value] });
  }

  /** The id of the zone at Route 53. */
  async hostedZone(name: string): Promise<string> {
    const look = this.#registry.invoke('aws:route53/getZone:getZone');
    const { zoneId } = (await look.call(look.inputs.parse({ name }) as never, this.context)) as {
      zoneId: string;
    };
    return zoneId;
  }

  async #aliases({ zoneId }: HandZone, name: string, target: Values, types = ['A', 'AAAA']): Promise<void> {
    const aliases = [{ ...target, evaluateTargetHealth: true }];
    for (const type of types) await this.create('aws:route53/record:Record', { zoneId, name, type, aliases });
  }

  async #certificate(
    host: string,
    zone: HandZone,
    region: string,
    { ttl, tags }: { ttl: number; tags?: Values },
  ): Promise<string> {
    const request = {
      domainName: host,
      validationMethod: 'DNS',
      keyAlgorithm: 'EC_prime256v1',
      region,
      tags,
    };
    const { id, outputs } = await this.create(CERTIFICATE, request, region);
    const [option] = outputs.domainValidationOptions as Record<string, string>[];
    await this.record(zone, option?.resourceRecordName ?? '', option?.resourceRecordValue ?? '', ttl);
    const wait = { certificateArn: id, region };
    await this.create('aws:acm/certificateValidation:CertificateValidation', wait, region);
    return id;
  }
}
