// The whole program, the same in the real engine, the local cloud and the tests.

import { gatewayTarget, type HostTarget } from '@petstore/custom-domains';
import {
  certificateRequests,
  HostFailures,
  type KeptSlot,
  readStackState,
  type StackState,
  warnEngine,
} from '@petstore/custom-domains/many-hosts';
import { paragraph, shown } from '@petstore/custom-domains/output';
import type { ReaderOptions } from '@petstore/custom-domains/preflight';
import type * as pulumi from '@pulumi/pulumi';
import { withoutBeta } from '../service/stability.ts';
import { LIVE_ALIAS, PetsApi } from './api/pets-api.ts';
import { ProblemsError } from './config/problem.ts';
import { DocsContent } from './docs/docs-content.ts';
import { DocsSite } from './docs/docs-site.ts';
import { siteTarget } from './docs/site-target.ts';
import { type AdmissionOptions, admitHosts, type PreflightLog } from './hosts/admission.ts';
import { declareHosts, dnsAdapters } from './hosts/declare-hosts.ts';
import { deployedHosts, externalRemovals } from './hosts/deployed-hosts.ts';
import {
  certificateName,
  hostSlots,
  keptTarget,
  lastingPrimary,
  requestsOf,
} from './hosts/kept-attachments.ts';
import { hostOutputs, primaryUrl } from './hosts/outputs.ts';
import { Redirects } from './hosts/redirects.ts';
import { httpsUrls, type UrlFor } from './hosts/url.ts';
import { missingTokens, zoneProviders } from './hosts/zone-providers.ts';
import type { AlarmActions } from './monitoring/alarm.ts';
import { AlarmTopics } from './monitoring/alarm-topics.ts';
import { type HostAttachment, reporting } from './monitoring/attachments.ts';
import { declareMonitoring } from './monitoring/monitoring.ts';
import { unconfirmedRemovals } from './plan/removals.ts';
import type { HostPlan, StackPlan } from './plan/types.ts';
import type { CloudAccess } from './release/access.ts';
import { releaseOutput } from './release-output.ts';
import type { Artifacts } from './run/artifacts.ts';

export interface RunOptions {
  /** Where preflight reads DNS; the system's resolvers by default. */
  readonly dns?: ReaderOptions;
  /** Receives the preflight's findings; Pulumi's own log by default. */
  readonly log?: PreflightLog;
  /** The HTTPS port of the hosts, if it is not 443: the local cloud's. */
  readonly publicPort?: number;
  /** The authority of the hosts' certificates, a PEM file, if it is not a public one: the local cloud's. */
  readonly authorityFile?: string;
  /** How a release reaches CodeDeploy and Lambda, if not as AWS's tools do: the local cloud's endpoint. */
  readonly access?: Omit<CloudAccess, 'region'>;
  /** Milliseconds since 1970, for what is kept until a time; the machine's clock by default. */
  readonly now?: () => number;
  /** Where an earlier time decides what is no longer kept: that of a saved plan. */
  readonly plannedAt?: number;
}

/**
 * Declares the stack and returns its outputs. Before that it reads the stack's own state and runs the preflight: blocked
 * hosts are left out. Throws ProblemsError where a removal is not confirmed, and PreflightError where
 * `petstore:preflight` is strict and a host is blocked.
 */
export async function declareStack(declared: StackPlan, artifacts: Artifacts, options: RunOptions = {}) {
  const { dns, log = pulumiLog, now = Date.now, plannedAt = Infinity } = options;
  assertTokensSet(declared);
  const dnsOf = dnsAdapters(zoneProviders({ ...declared, environment: process.env }));
  const decided = await decideHosts(declared, { dns, log, dnsOf }, Math.min(now(), plannedAt));
  const { plan, leftOut, requests, imports, moves, slots, state } = decided;
  const { tags } = plan;
  const urlFor = httpsUrls(options.publicPort);
  const docs = new DocsSite('docs', { tags });
  const docsUrl = docs.distribution.domainName.apply(urlFor);
  const topics = new AlarmTopics('alarms', { ...plan.settings, region: plan.region, tags });
  const { actions } = topics;
  const api = declareApi(plan, { ...artifacts, actions }, docsUrl, { ...options, urlFor, state });

  const gateway = gatewayTarget(
    { apiId: api.gateway.api.id, stage: api.gateway.stage.id },
    api.gateway.ready,
  );
  const attachments: HostAttachment[] = [];
  const redirects = new Redirects(plan, state, urlFor);
  const failures = new HostFailures(log.warn);
  const kept = {
    gateway,
    site: siteTarget(docs.origin, docs.ready),
    apiUrl: (host: string) => {
      const primary = lastingPrimary(plan, state, host);
      return primary === undefined ? api.address.apply(urlFor) : urlFor(primary);
    },
  };
  const keptTargetOf = (host: string, slot: KeptSlot) => keptTarget(host, slot, kept);
  const support = { dnsOf, requests, imports, moves, slots, keptTargetOf, now, failures, tags };
  const apiHosts = await declareHosts(plan.hosts.filter(isServedBy('api')), {
    ...support,
    targetOf: reportingTo(attachments, redirects.targetOf(gateway)),
  });
  redirects.declared(apiHosts);
  const baseUrl = primaryUrl(apiHosts, urlFor, api.address.apply(urlFor)).apply(apiUrl);

  const content = new DocsContent('docs-content', {
    bucket: docs.bucket,
    openapi: plan.settings.beta ? artifacts.openapi : withoutBeta(artifacts.openapi),
    baseUrl,
    authorityFile: options.authorityFile,
    tags,
  });
  const site = siteTarget(docs.origin, [...docs.ready, ...content.ready]);
  const docsHosts = await declareHosts(plan.hosts.filter(isServedBy('docs')), {
    ...support,
    targetOf: reportingTo(attachments, redirects.targetOf(site)),
  });
  redirects.declared(docsHosts);
  declareMonitoring(plan, {
    ...{ attachments, actions, distribution: docs.distribution, checksCode: artifacts.checksCode },
    hosts: [...apiHosts, ...docsHosts].map((one) => ({ plan: one.plan, attached: one.resource.attached })),
    api: api.address,
    names: api.names,
    locationOf: (to) => `${redirects.urlOf(to)}/`,
    port: options.publicPort,
    local: { resolver: dns?.resolver, authorityFile: options.authorityFile },
  });
  return {
    baseUrl,
    docsUrl: primaryUrl(docsHosts, urlFor, docsUrl),
    hosts: hostOutputs([...apiHosts, ...docsHosts], leftOut, { urlFor, failures, requests }),
    release: releaseOutput(api.release.alias, state.outputs.release),
    tables: { pets: api.store.pets.name, keys: api.store.keys.name },
    region: plan.region,
    alarms: { unconfirmed: topics.unconfirmed },
  };
}

/** Which hosts of the plan this run declares, from the stack's own state and live DNS. */
async function decideHosts(declared: StackPlan, options: Omit<AdmissionOptions, 'requests'>, now: number) {
  const state = await readStackState();
  if (declared.production) assertRemovalsConfirmed(declared, deployedHosts(state));
  const names = declared.hosts.map(({ host }) => host);
  for (const { host, text } of externalRemovals(state, declared)) options.log.waits(host, text);
  const declaredSlots = hostSlots(declared, state, now);
  const requested = await certificateRequests(names, state, options.log.warn, undefined, (host) =>
    certificateName(declaredSlots, host),
  );
  const { hosts, leftOut, imports, moves } = await admitHosts(declared, state, {
    ...options,
    requests: requested,
  });
  const plan = { ...declared, hosts };
  const slots = hostSlots(plan, state, now);
  return {
    plan,
    leftOut,
    requests: requestsOf(requested, declaredSlots, slots),
    imports,
    moves,
    slots,
    state,
  };
}

function declareApi(
  plan: StackPlan,
  { functionCode, actions }: Artifacts & { readonly actions: AlarmActions },
  docsUrl: pulumi.Output<string>,
  { access, urlFor, state }: RunOptions & { readonly urlFor: UrlFor; readonly state: StackState },
): PetsApi {
  const docsHosts = plan.hosts.filter(({ site, role }) => site === 'docs' && role !== 'redirect');
  return new PetsApi('api', {
    ...plan.settings,
    code: functionCode,
    keyPrefix: plan.production ? 'pets_live_' : 'pets_test_',
    alarmActions: actions,
    // The documentation's console calls the API from the browser; pages of other origins may not.
    access: { region: plan.region, ...access },
    isReleased: state.names.has(LIVE_ALIAS),
    corsOrigins: [docsUrl, ...docsHosts.map(({ host }) => urlFor(host))],
    tags: plan.tags,
  });
}

/** The target of a host, whose attachment is added to `attachments`. */
function reportingTo(attachments: HostAttachment[], targetOf: (host: HostPlan) => HostTarget) {
  return (host: HostPlan): HostTarget =>
    reporting(targetOf(host), (attachment) => void attachments.push(attachment));
}

/** Pulumi shows these warnings in preview and in up, with the stack. */
const pulumiLog: PreflightLog = {
  leftOut: (host, findings) =>
    void warnEngine(
      shown`${host} is blocked and left out; everything else is deployed\n${paragraph(findings)}`,
    ),
  warn: (host, findings) => warnEngine(shown`${host}\n${paragraph(findings)}`),
  waits: (host, next) => void warnEngine(shown`${host}\n${paragraph(next)}`),
};

const isServedBy = (site: HostPlan['site']) => (host: HostPlan) => host.site === site;

const apiUrl = (address: string): string => `${address}/v1`;

/** Before anything is declared: without its token each record of the zone would fail by itself. */
function assertTokensSet({ stack, hosts }: StackPlan): void {
  const zones = hosts.map(({ zone }) => zone);
  const problems = missingTokens(zones, process.env);
  if (problems.length > 0) throw new ProblemsError(`Pulumi.${stack}.yaml`, problems);
}

function assertRemovalsConfirmed(plan: StackPlan, previous: readonly string[]): void {
  const problems = unconfirmedRemovals(previous, plan);
  if (problems.length > 0) throw new ProblemsError(`Pulumi.${plan.stack}.yaml`, problems);
}
