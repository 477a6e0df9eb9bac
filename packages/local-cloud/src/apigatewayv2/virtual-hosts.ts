// The gateway's public names, the APIs' default endpoints and the regional domain names of custom domain names, and the
// hosts that are served at each.
import { hash } from 'node:crypto';
import type { Ingress } from '../ingress/ingress.ts';
import { hostOf } from '../ingress/requests.ts';
import type { Certificates, Names } from '../interfaces.ts';
import { type ApiRecord, type DomainRecord, hostOfApi, type Records } from './records.ts';
import type { Found, Serve } from './serve.ts';

export interface HostsOptions {
  readonly ingress: Ingress;
  readonly certificates: Certificates;
  readonly names: Names;
}

export type Hosts = ReturnType<typeof createHosts>;

export function createHosts(records: Records, serve: Serve, { ingress, certificates, names }: HostsOptions) {
  const { domains } = records;
  const certificateOf = ({ inputs }: DomainRecord) => inputs.domainNameConfiguration.certificateArn;
  certificates.addUser((arn) => domains.values().some((domain) => certificateOf(domain) === arn));
  /** For a host that is not served here, the certificate is the gateway's own: https://repost.aws/knowledge-center/api-gateway-domain-certificate */
  function attach(name: string, region: string, find: (host: string) => Found, domainName?: string): void {
    ingress.attach(name, {
      certificate(serverName) {
        const domain = serverName === domainName ? domains.get(serverName) : undefined;
        const own = domain && certificates.issued(certificateOf(domain));
        return own ?? certificates.platform(`*.execute-api.${region}.localhost`);
      },
      https(request, response) {
        const host = hostOf(request);
        serve(request, response, host, find(host));
      },
    });
    names.publish(name, domainName === undefined ? undefined : hostedZoneIdOf(region));
  }
  return {
    attachApi: (api: ApiRecord) => attach(hostOfApi(api), api.region, findApi(records, api.region)),
    attachDomain({ id: domainName, region, computed }: DomainRecord) {
      const { targetDomainName: target } = computed.domainNameConfiguration;
      const find = (host: string) =>
        host === domainName ? targetOfDomain(records, domainName) : 'unknown host';
      attach(target, region, find, domainName);
    },
    detach(name: string) {
      ingress.detach(name);
      names.withdraw(name);
    },
    settled: (domainName: string) => ingress.settled([domainName]),
  };
}

/** Every default endpoint of a region serves each API of the region, selected by the Host header. */
function findApi(records: Records, region: string) {
  return (host: string): Found => {
    const [id = ''] = host.split('.');
    const api = records.apis.get(id);
    const isServed = api?.region === region && hostOfApi(api) === host;
    // Only the stage `$default` has no name in its paths: no other one is served here.
    return isServed ? deployed(records, id, '$default') : 'unknown host';
  };
}

/** The hosted zones of regional domain names. https://docs.aws.amazon.com/general/latest/gr/apigateway.html */
const HOSTED_ZONE_IDS: Readonly<Record<string, string>> = {
  'eu-central-1': 'Z1U9ULNL0V5AJ3',
  'eu-west-1': 'ZLY8HYME6SFDD',
  'us-east-1': 'Z1UJRXOUMOOFQ8',
  'us-west-2': 'Z2OJLYMUO9EFXC',
};

/** For a region that is not listed: a fixed id of the same form. */
export function hostedZoneIdOf(region: string): string {
  return HOSTED_ZONE_IDS[region] ?? `Z${hash('sha256', region).slice(0, 13).toUpperCase()}`;
}

function targetOfDomain(records: Records, domain: string): Found {
  const mapping = records.mappings.values().find(({ inputs }) => inputs.domainName === domain)?.inputs;
  return mapping && deployed(records, mapping.apiId, mapping.stage);
}

/** Only autoDeploy creates deployments here: a stage without it serves nothing. */
function deployed(records: Records, apiId: string, name: string): Found {
  const api = records.apis.get(apiId);
  const stage = records.stages.get(`${apiId}/${name}`)?.inputs;
  return api === undefined || stage?.autoDeploy !== true ? undefined : { api, stage };
}
