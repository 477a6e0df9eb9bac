// The whole program, the same in the real engine, the local cloud and the tests.
import { DomainNamePace, gatewayTarget } from '@petstore/custom-domains';
import type { ZoneApis } from '@petstore/custom-domains/dns-hosts';
import { HostFailures } from '@petstore/custom-domains/many-hosts';
import { withoutBeta } from '../service/stability.ts';
import { declareApi, FUNCTION, LIVE_ALIAS } from './api/pets-api.ts';
import { declareContent, declareSite, siteTarget } from './docs/docs-site.ts';
import { admitHosts } from './hosts/admission.ts';
import { stackHosts } from './hosts/declare.ts';
import { httpsUrls } from './hosts/host-output.ts';
import { type PreflightLog, pulumiLog } from './hosts/log.ts';
import { openParts, type Parts, siteHosts } from './hosts/parts.ts';
import { assertTokensSet, stackDns } from './hosts/zone-apis.ts';
import { declareAlarmTopics, declareHostAlarms } from './monitoring/alarm.ts';
import { declareChecks } from './monitoring/checks.ts';
import { declarePanel } from './monitoring/dashboard.ts';
import type { StackPlan } from './plan/types.ts';
import { releaseOutput, servedVersion, unpublished } from './release-output.ts';
import type { Artifacts } from './run/artifacts.ts';
import type { LocalEnvironment } from './run/local-environment.ts';

interface RunOptions extends LocalEnvironment {
  /** Receives the preflight's findings; Pulumi's own log by default. */
  readonly log?: PreflightLog;
  /** The APIs of the DNS hosts, of which the local cloud has Route 53's. */
  readonly apis?: ZoneApis;
  /** Where an earlier time decides what is no longer kept: that of a saved plan. */
  readonly plannedAt?: number;
  /** Of the deployment of which this is one run; every host in one run by default. */
  readonly parts?: Parts;
}

/** V8's own (https://v8.dev/docs/stack-trace-api). */
const STANDARD_LIMIT = 10;
/** Taking the traces is more than half of the time of so many (3.0 s of 100 hosts against 1.3 s): there are none, unless
 * NODE_OPTIONS=--stack-trace-limit=50 asks for them. */
const MANY_HOSTS = 20;

/** Declares the stack and returns its outputs; hosts that the preflight blocks are left out. Throws ProblemsError where a
 * removal is not confirmed, and PreflightError where `petstore:preflight` is strict and a host is blocked. */
export async function declareStack(declared: StackPlan, artifacts: Artifacts, options: RunOptions = {}) {
  const { dns, apis, log = pulumiLog, now = Date.now, plannedAt = Infinity, parts = openParts() } = options;
  if (declared.hosts.length >= MANY_HOSTS && Error.stackTraceLimit === STANDARD_LIMIT)
    Error.stackTraceLimit = 0;
  assertTokensSet(declared, process.env);
  const dnsOf = stackDns(declared);
  const admitted = await parts.begin(() =>
    admitHosts(declared, log, { dns, apis, dnsOf, now: Math.min(now(), plannedAt) }),
  );
  const { plan, state } = admitted;
  const { tags } = plan;
  const urlFor = httpsUrls(options.publicPort);
  const failures = new HostFailures(log.warn);
  const hostsOfSite = siteHosts(admitted.decisions);
  const docs = declareSite('docs', { ...plan.settings, tags, failures, hosts: hostsOfSite });
  const docsUrl = docs.distribution.domainName.apply(urlFor);
  const topics = declareAlarmTopics('alarms', { ...plan.settings, region: plan.region, tags });
  const { actions } = topics;
  const docsNames = plan.hosts.filter(({ site, role }) => site === 'docs' && role !== 'redirect');
  const [sourceCodeHash, served] = await Promise.all([
    unpublished(state, FUNCTION),
    servedVersion(state.outputs.release),
  ]);
  const api = declareApi('api', {
    plan,
    code: { code: artifacts.functionCode, sourceCodeHash },
    alarmActions: actions,
    access: { region: plan.region, ...options.access },
    isReleased: state.names.has(LIVE_ALIAS),
    // The documentation's console calls the API from the browser; pages of other origins may not.
    corsOrigins: [docsUrl, ...docsNames.map(({ host }) => urlFor(host))],
  });
  const addressUrl = api.address.apply(urlFor);

  const gateway = gatewayTarget(
    { apiId: api.gateway.api.id, stage: api.gateway.stage.id },
    api.gateway.ready,
    // The local cloud takes any number at once.
    options.publicPort === undefined ? new DomainNamePace() : undefined,
  );
  const hosts = stackHosts(admitted, {
    ...{ dnsOf, now, log, urlFor, parts },
    kept: { gateway, site: siteTarget(docs, docs.ready), apiUrl: addressUrl },
  });
  await hosts.declare('api', gateway);
  const baseUrl = hosts.primaryUrl('api', addressUrl).apply((address) => `${address}/v1`);
  const content = declareContent('docs-content', {
    bucket: docs.bucket,
    openapi: plan.settings.beta ? artifacts.openapi : withoutBeta(artifacts.openapi),
    baseUrl,
    authorityFile: options.authorityFile,
    tags,
  });
  await hosts.declare('docs', siteTarget(docs, [...docs.ready, ...content]));
  const { distribution } = docs;
  declareHostAlarms({ attachments: hosts.attachments(false), distribution, actions, tags });
  // What follows is about all hosts, which this run has only some of.
  if (parts.isLeft) return { hosts: hosts.outputs() };
  declarePanel('panel', { ...api.names, attachments: hosts.attachments(true), region: plan.region });
  if (plan.settings.checks)
    declareChecks('checks', plan, {
      ...{ actions, distribution, checksCode: artifacts.checksCode, hosts: hosts.served(), api: api.address },
      locationOf: (to) => `${hosts.urlOf(to)}/`,
      port: options.publicPort,
      local: { resolver: dns?.resolver, authorityFile: options.authorityFile },
    });
  return {
    baseUrl,
    docsUrl: hosts.primaryUrl('docs', docsUrl),
    hosts: hosts.outputs(),
    release: releaseOutput(api.alias, state.outputs.release, served),
    tables: { pets: api.names.tables.pets, keys: api.names.tables.keys },
    region: plan.region,
    // A command that is given the outputs of another stack refuses them.
    stack: plan.stack,
    alarms: { unconfirmed: topics.unconfirmed },
  };
}
