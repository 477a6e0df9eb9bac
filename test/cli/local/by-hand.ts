// Live hosts that no stack has: what a person creates in the console for a host, through the local cloud's own handlers.
import type { Registry } from '@petstore/local-cloud/resources/registry';

export const CLOUDFLARE_ZONE = '5f0c3a9e7d1b42688b6e0d94c2f1a735';
const CERTIFICATE = 'aws:acm/certificate:Certificate';

export interface HandZone {
  readonly provider: 'cloudflare' | 'route53';
  readonly zoneId: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Creates single resources, and whole hosts, outside of any state. */
export class ByHand {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  async create(type: string, given: Values, region = 'eu-west-1') {
    const handler = this.#registry.handler(type);
    const inputs = handler.inputs.parse(given) as Values;
    const signal = AbortSignal.timeout(20_000);
    const { id, computed } = await handler.create(inputs as never, { region, signal });
    return { id, outputs: { ...inputs, ...computed } as Values };
  }

  /** A host of the API. Resolves to the id of its mapping. */
  async apiHost(host: string, zone: HandZone, api: Values): Promise<string> {
    const certificateArn = await this.#certificate(host, zone, 'eu-west-1');
    const configuration = { endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2', ipAddressType: 'ipv4' };
    const { outputs } = await this.create('aws:apigatewayv2/domainName:DomainName', {
      ...{ domainName: host, domainNameConfiguration: { ...configuration, certificateArn } },
    });
    const mapping = await this.create('aws:apigatewayv2/apiMapping:ApiMapping', { ...api, domainName: host });
    const { targetDomainName } = outputs.domainNameConfiguration as { targetDomainName: string };
    await this.record(zone, host, targetDomainName);
    return mapping.id;
  }

  /** A host with a distribution like that one. Resolves to its id. */
  async docsHost(host: string, zone: HandZone, like: Values): Promise<string> {
    const acmCertificateArn = await this.#certificate(host, zone, 'us-east-1');
    const tls = { minimumProtocolVersion: 'TLSv1.2_2021', sslSupportMethod: 'sni-only' };
    const { id, outputs } = await this.create('aws:cloudfront/distribution:Distribution', {
      ...{ ...like, aliases: [host], viewerCertificate: { acmCertificateArn, ...tls } },
      comment: 'created in the console',
    });
    await this.record(zone, host, String(outputs.domainName));
    return id;
  }

  record({ provider, zoneId }: HandZone, name: string, value: string) {
    const shared = { zoneId, name, type: 'CNAME', ttl: 300 };
    return provider === 'cloudflare'
      ? this.create('cloudflare:index/dnsRecord:DnsRecord', { ...shared, content: value, proxied: false })
      : this.create('aws:route53/record:Record', { ...shared, records: [value] });
  }

  async #certificate(host: string, zone: HandZone, region: string): Promise<string> {
    const request = { domainName: host, validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1', region };
    const { id, outputs } = await this.create(CERTIFICATE, request, region);
    const [option] = outputs.domainValidationOptions as Record<string, string>[];
    await this.record(zone, option?.resourceRecordName ?? '', option?.resourceRecordValue ?? '');
    const wait = { certificateArn: id, region };
    await this.create('aws:acm/certificateValidation:CertificateValidation', wait, region);
    return id;
  }
}
