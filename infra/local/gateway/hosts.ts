// The gateway's names: default addresses and custom domain names, on the shared front and in DNS.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CertificateMaterial, Certificates, Front, Names, VirtualHost } from '../rooms.ts';
import { type ApiRecord, type DomainRecord, hostOfApi, type Records } from './records.ts';
import type { Serve } from './serve.ts';
import { type Target, targetOfApi, targetOfDomain } from './target.ts';

export interface HostsOptions {
  readonly front: Front;
  readonly certificates: Certificates;
  readonly names: Names;
}

export interface Hosts {
  attachApi(api: ApiRecord): void;
  detachApi(api: ApiRecord): void;
  attachDomain(domain: DomainRecord, certificate: CertificateMaterial): void;
  detachDomain(domain: DomainRecord): void;
}

export function createHosts(
  records: Records,
  serve: Serve,
  { front, certificates, names }: HostsOptions,
): Hosts {
  const attached = new Map<string, VirtualHost>();
  const detach = (host: string) => {
    const before = attached.get(host);
    if (before !== undefined) front.detach(before);
    attached.delete(host);
  };
  const attach = (
    host: string,
    certificate: CertificateMaterial,
    find: (path: string) => Target | undefined,
  ) => {
    const https = (request: IncomingMessage, response: ServerResponse) =>
      serve(request, response, host, find);
    const virtualHost = { host, certificate, https };
    front.attach(virtualHost);
    detach(host);
    attached.set(host, virtualHost);
  };
  return {
    attachApi(api) {
      const host = hostOfApi(api);
      attach(host, certificates.platform(host), (path) => targetOfApi(records, api.id, path));
      names.publish(host);
    },
    detachApi(api) {
      detach(hostOfApi(api));
      names.withdraw(hostOfApi(api));
    },
    attachDomain({ inputs, region, target }, certificate) {
      const { domainName } = inputs;
      attach(domainName, certificate, (path) => targetOfDomain(records, domainName, path));
      names.publish(target, hostedZoneIdOf(region));
    },
    detachDomain({ inputs, target }) {
      detach(inputs.domainName);
      names.withdraw(target);
    },
  };
}

/** The zone of regional API Gateway names. https://docs.aws.amazon.com/general/latest/gr/apigateway.html */
const HOSTED_ZONE_IDS: Readonly<Record<string, string>> = {
  'eu-central-1': 'Z1U9ULNL0V5AJ3',
  'eu-west-1': 'ZLY8HYME6SFDD',
  'us-east-1': 'Z1UJRXOUMOOFQ8',
  'us-west-2': 'Z2OJLYMUO9EFXC',
};

/** For a region that is not listed: an id of the same form, always the same. */
export function hostedZoneIdOf(region: string): string {
  const digest = createHash('sha256').update(region).digest('hex').toUpperCase();
  return HOSTED_ZONE_IDS[region] ?? `Z${digest.slice(0, 13)}`;
}
