// Decides and declares hosts as the program does, in process: over real DNS sockets, with a state and an account of the
// test's. What the run declared, put out and logged is the result.
import {
  distributionTarget,
  gatewayTarget,
  type HostTarget,
  viewerArgs,
  viewerHost,
} from '@petstore/custom-domains';
import type { ZoneApis } from '@petstore/custom-domains/dns-hosts';
import { hostNames, isWithin } from '@petstore/custom-domains/names';
import type { ReaderOptions } from '@petstore/custom-domains/preflight';
import type { Registered, Registration } from '@petstore/local-cloud/engine/backend';
import * as aws from '@pulumi/aws';
import * as pulumi from '@pulumi/pulumi';
import type { Settings } from '../../../infra/config/settings.ts';
import { admitHosts } from '../../../infra/hosts/admission.ts';
import type { HostDecision } from '../../../infra/hosts/decide.ts';
import { stackHosts } from '../../../infra/hosts/declare.ts';
import { type HostOutput, httpsUrls } from '../../../infra/hosts/host-output.ts';
import type { PreflightLog, WaitsFor } from '../../../infra/hosts/log.ts';
import { stackDns } from '../../../infra/hosts/zone-apis.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import type { StackPlan } from '../../../infra/plan/types.ts';
import {
  type Misbehaviour,
  startDns,
  type TestDns,
} from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import { withNameServers } from '../../cli/domains/samples.ts';
import { settings } from '../plan/settings.ts';
import { answer, record } from '../recorder.ts';

export const ZONES = [
  { name: 'cf.test', provider: 'cloudflare', zoneId: '023e105f4ecef8ad9ca31a8372d0c353' },
  { name: 'r53.test', provider: 'route53', zoneId: 'Z1' },
] as const;
const SERVERS = ['127.0.0.11', '127.0.0.12'];
/** Of each zone the names that its DNS host gives, so that a reader without its API knows them too. */
const NAME_SERVERS: Readonly<Record<string, readonly string[]>> = {
  'cf.test': ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'],
  'r53.test': ['ns-1.awsdns-1.test', 'ns-2.awsdns-1.test'],
};

/** What a run left that lacks the resources whose logical names end so: its outputs say of a host what it waits for, or that it failed. */
export function stateAfter(
  { registrations, hosts }: State,
  { lacks = [], isLost }: { readonly lacks?: readonly string[]; readonly isLost?: boolean },
): State {
  if (isLost) return { registrations, hosts: {} };
  const isLacking = ({ name }: Registration) => lacks.some((end) => name.endsWith(`-${end}`));
  const outputs = Object.entries(hosts).map(([host, output]): [string, HostOutput] => {
    if ('blocked' in output || !registrations.some((one) => isLacking(one) && one.name.startsWith(host)))
      return [host, output];
    if (lacks.includes('validated')) return [host, { ...output, certificate: 'FAILED', records: [] }];
    const isRouteMissing = lacks.some((end) => end.startsWith('route'));
    const waiting = { old: [], isByHand: false, aliasWaits: false };
    return [host, { ...output, ...(isRouteMissing && { waiting }) }];
  });
  const left = registrations.filter((one) => !isLacking(one));
  return { registrations: left, hosts: Object.fromEntries(outputs) };
}

/** What the account has, as the providers look it up. */
export interface Account {
  /** By host. */
  readonly certificates?: Readonly<Record<string, { readonly arn: string; readonly status: string }>>;
  /** By host: the target of its domain name of API Gateway. */
  readonly domainNames?: Readonly<Record<string, string>>;
  /** By id. */
  readonly distributions?: Readonly<
    Record<string, { readonly aliases: string[]; readonly domainName: string }>
  >;
  /** As the zones list them. */
  readonly records?: readonly ListedRecord[];
  /** What Route 53 protects in `r53.test`, or its refusal to tell. */
  readonly protections?: readonly (readonly [type: string, name: string])[] | string;
  /** Those that are on there. */
  readonly guardrails?: readonly string[];
  /** The refusal of each look-up. */
  readonly refuses?: string;
}

export interface ListedRecord {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** An alias record of Route 53. */
  readonly alias?: true;
}

export interface Deployment {
  readonly api?: readonly string[];
  readonly docs?: readonly string[];
  readonly redirects?: readonly { readonly from: string; readonly to: string }[];
  readonly settings?: Partial<Settings>;
  /** Zone-file lines of `cf.test`, `r53.test` and `partner.test`. */
  readonly records?: readonly string[];
  readonly misbehave?: Misbehaviour;
  readonly account?: Account;
  /** What each distribution of the state has. */
  readonly webAclId?: string;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

export interface Run {
  readonly registrations: readonly Registration[];
  readonly hosts: Readonly<Record<string, HostOutput>>;
  readonly baseUrl: string;
  readonly log: readonly LogEntry[];
  /** Tokens of the functions that were called. */
  readonly invokes: readonly string[];
  readonly queries: number;
  readonly decisions: readonly HostDecision[];
}

interface LogEntry {
  readonly kind: 'left out' | 'warning' | WaitsFor;
  readonly host: string;
  readonly text: string;
  readonly codes: readonly string[];
}

/** What the last run left. */
export type State = Pick<Run, 'registrations' | 'hosts'>;
const NOTHING: State = { registrations: [], hosts: {} };

/** Throws what the program throws. `beside` is called while DNS is served. */
export async function deploy(
  deployment: Deployment,
  state: State = NOTHING,
  beside?: (dns: TestDns) => Promise<void>,
): Promise<Run> {
  const { records = [], misbehave, account = {}, now = 0, webAclId = '' } = deployment;
  const zones = ['cf.test', 'r53.test', 'partner.test'].map((zone) => {
    const own = records.filter((line) => isWithin(line.split(' ')[0] ?? '', zone));
    return [zone, { on: SERVERS, records: own }] as const;
  });
  const internet = {
    ...Object.fromEntries(zones),
    'cloudfront.net': { on: ['127.0.0.13'], records: [`${OTHER_DISTRIBUTION} A 192.0.2.81`] },
  };
  const dns = await startDns(withNameServers(internet, NAME_SERVERS), { misbehave });
  const log: LogEntry[] = [];
  let decisions: readonly HostDecision[] = [];
  const entry =
    (kind: LogEntry['kind']) =>
    (host: string, text: string, codes: readonly string[] = []) =>
      void log.push({ kind, host, text, codes });
  // Servers that are silent on purpose are given up soon; those that respond are waited for, on a busy machine too.
  const timeoutMs = misbehave === undefined ? 5_000 : 500;
  const reading = { resolver: dns.resolver, authorityPort: dns.port, timeoutMs, tries: 2 };
  const options = { dns: reading, apis: apisOf(deployment), now };
  const preflightLog: PreflightLog = {
    ...{ leftOut: entry('left out'), warn: entry('warning') },
    waits: (host, text, what) => entry(what)(host, text),
  };
  const program = async () => {
    const sites = { gateway: gatewayTarget({ apiId: 'api', stage: '$default' }), site };
    const declared = await declareHosts(planStack(settingsOf(deployment)), preflightLog, options, sites);
    const { hosts } = declared;
    decisions = declared.decisions;
    return { hosts: hosts.outputs(), baseUrl: hosts.primaryUrl('api', API_URL) };
  };
  try {
    const { registrations, outputs, invokes } = await record(program, 'staging', {
      outputs: { hosts: state.hosts },
      resources: Object.fromEntries(
        state.registrations.map((one) => [one.urn, { ...computed(one).outputs, webAclId }]),
      ),
      invoke(token, inputs) {
        if (account.refuses !== undefined) throw new Error(account.refuses);
        return lookUp(account, token, inputs);
      },
      computed,
    });
    const { hosts, baseUrl } = outputs as unknown as Pick<Run, 'hosts' | 'baseUrl'>;
    const queries = dns.queries.length;
    await beside?.(dns);
    return { registrations, hosts, baseUrl, log, invokes, queries, decisions };
  } finally {
    await dns.close();
  }
}

/** Of the stack `staging`, unless the deployment names another. */
export function settingsOf({
  api: [primary, ...domains] = [],
  docs: [docs, ...others] = [],
  redirects = [],
  ...given
}: Deployment): Settings {
  return settings({
    ...{ stack: 'staging', zones: ZONES },
    api: { primary, domains, redirects: [] },
    docs: {
      ...{ primary: docs, domains: others },
      redirects: redirects.map(({ from, to }) => ({ from, to: `https://${to}`, status: 308 as const })),
    },
    ...given.settings,
  });
}

const API_URL = pulumi.output('https://api.aws.test');

/** As the program does it, beside everything else. */
export async function declareHosts(
  plan: StackPlan,
  log: PreflightLog,
  { now, ...options }: { readonly dns: ReaderOptions; readonly apis?: ZoneApis; readonly now: number },
  { gateway, site }: { readonly gateway: HostTarget; readonly site: HostTarget },
) {
  const dnsOf = stackDns(plan);
  const admitted = await admitHosts(plan, log, { ...options, dnsOf, now });
  const kept = { gateway, site, apiUrl: API_URL };
  const hosts = stackHosts(admitted, { dnsOf, now: () => now, log, urlFor: httpsUrls(), kept });
  await hosts.declare('api', gateway);
  await hosts.declare('docs', site);
  return { hosts, decisions: admitted.decisions };
}

/** Route 53's, as the AWS SDK passes its responses on. */
function apisOf({ account = {} }: Deployment): ZoneApis | undefined {
  const { guardrails = [], protections = account.guardrails && [] } = account;
  if (protections === undefined) return undefined;
  const body = guardrails.map((name) => `<Name>${name}</Name><Status>ENABLED</Status>`).join('');
  const responses: Readonly<Record<string, () => object>> = {
    getHostedZone: () => ({ HostedZone: { Id: '/hostedzone/Z1', Name: 'r53.test.' }, body }),
    listResourceRecordSetProtections() {
      if (typeof protections === 'string') throw new Error(protections);
      const all = protections.map(([RecordType, name]) => ({ RecordName: `${name}.`, RecordType }));
      return { ResourceRecordSetProtections: all };
    },
  };
  const aws = async <Output>(_sdk: string, _client: string, method: string) =>
    responses[method]?.() as Output;
  return { signal: new AbortController().signal, aws };
}

const site: HostTarget = {
  kind: 'distribution',
  attach(request, opts) {
    const args = { ...viewerArgs(viewerHost(request)), tags: request.tags, origins: [] };
    const behavior = { defaultCacheBehavior: {} as aws.cloudfront.DistributionArgs['defaultCacheBehavior'] };
    const name = hostNames(request.host).attachment;
    return distributionTarget(new aws.cloudfront.Distribution(name, { ...args, ...behavior }, opts));
  },
};

/** A certificate's ARN has its region, a distribution's its id, and a gateway's target a label for the host. */
function computed(registration: Registration): Registered {
  const { type, name, inputs } = registration;
  const { id, outputs } = answer(registration);
  const region = inputs.region ?? 'eu-west-1';
  const own = {
    'aws:acm/certificate:Certificate': { arn: `arn:aws:acm:${region}:123456789012:certificate/${name}` },
    'aws:cloudfront/distribution:Distribution': { arn: 'arn:distribution/EOWN' },
    'aws:apigatewayv2/domainName:DomainName': {
      domainNameConfiguration: {
        ...(inputs.domainNameConfiguration as object),
        targetDomainName: gatewayOf(String(inputs.domainName)),
        hostedZoneId: 'ZAPI',
      },
    },
  }[type];
  return { id, outputs: { ...outputs, ...own } };
}

export const gatewayOf = (host: string): string =>
  `d-${host.replaceAll('.', '-')}.execute-api.eu-west-1.amazonaws.com`;
export const DISTRIBUTION = 'd111111abcdef8.cloudfront.net';
/** Of another account. */
export const OTHER_DISTRIBUTION = 'd222222abcdef8.cloudfront.net';

function lookUp(account: Account, token: string, inputs: Readonly<Record<string, unknown>>): object {
  const { certificates = {}, domainNames = {}, distributions = {}, records = [] } = account;
  const absent = (what: string) => {
    throw new Error(`invoking ${token}: ${what}`);
  };
  switch (token.split(':').at(-1)) {
    case 'getZone': {
      const { name = '' } = ZONES.find(({ zoneId }) => zoneId === inputs.zoneId) ?? {};
      return { nameServers: NAME_SERVERS[name] };
    }
    case 'getCertificate': {
      const { domain, statuses } = inputs as { domain: string; statuses: string[] };
      const found = certificates[domain];
      return found && statuses.includes(found.status) ? found : absent('no ACM Certificate matching');
    }
    case 'getDomainName': {
      const regionalDomainName = domainNames[String(inputs.domainName)];
      if (regionalDomainName === undefined) return absent('NotFoundException');
      return { regionalDomainName, endpointConfigurations: [{ types: ['REGIONAL'] }] };
    }
    case 'getDistribution':
      return distributions[String(inputs.id)] ?? absent('NoSuchDistribution');
    case 'getDnsRecords': {
      const { exact } = inputs.name as { exact?: string };
      const isAsked = (name: string) => (exact === undefined ? name.startsWith('_') : name === exact);
      const own = records.filter(({ name }) => isAsked(name));
      const results = own.map(({ value: content, ...one }) => ({ id: one.type, ...one, content, ttl: 300 }));
      return { results };
    }
    default:
      return {
        resourceRecordSets: records.map(({ alias, value, ...one }) => ({
          ...{ ...one, ttl: 300, resourceRecords: [{ value }] },
          ...(alias && { aliasTarget: { dnsName: value } }),
        })),
      };
  }
}
