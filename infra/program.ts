// The whole program, the same in the real engine, the local cloud and the tests.

import { gatewayTarget, type HostTarget, redirectTarget } from '@petstore/custom-domains';
import {
  certificateRequests,
  HostFailures,
  readStackState,
  warnEngine,
} from '@petstore/custom-domains/many-hosts';
import { paragraph, shown } from '@petstore/custom-domains/output';
import type { ReaderOptions } from '@petstore/custom-domains/preflight';
import type * as pulumi from '@pulumi/pulumi';
import { withoutBeta } from '../service/stability.ts';
import { PetsApi } from './api/pets-api.ts';
import { ProblemsError } from './config/problem.ts';
import { DocsContent } from './docs/docs-content.ts';
import { DocsSite } from './docs/docs-site.ts';
import { siteTarget } from './docs/site-target.ts';
import { type AdmissionOptions, admitHosts, type PreflightLog } from './hosts/admission.ts';
import { declareHosts, dnsAdapters } from './hosts/declare-hosts.ts';
import { deployedHosts, externalRemovals } from './hosts/deployed-hosts.ts';
import { hostOutputs, primaryUrl } from './hosts/outputs.ts';
import { httpsUrls, redirectUrl, type UrlFor } from './hosts/url.ts';
import { missingTokens, zoneProviders } from './hosts/zone-providers.ts';
import type { AlarmActions } from './monitoring/alarm.ts';
import { AlarmTopics } from './monitoring/alarm-topics.ts';
import { type HostAttachment, reporting } from './monitoring/attachments.ts';
import { declareMonitoring } from './monitoring/monitoring.ts';
import { unconfirmedRemovals } from './plan/removals.ts';
import type { HostPlan, StackPlan } from './plan/types.ts';
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
}

/**
 * Declares the stack and returns its outputs. Before that it reads the stack's own state and runs the preflight: blocked
 * hosts are left out. Throws ProblemsError where a removal is not confirmed, and PreflightError where
 * `petstore:preflight` is strict and a host is blocked.
 */
export async function declareStack(declared: StackPlan, artifacts: Artifacts, options: RunOptions = {}) {
  const { dns, log = pulumiLog } = options;
  assertTokensSet(declared);
  const dnsOf = dnsAdapters(zoneProviders({ ...declared, environment: process.env }));
  const { plan, leftOut, requests, imports, moves } = await decideHosts(declared, { dns, log, dnsOf });
  const { tags } = plan;
  const urlFor = httpsUrls(options.publicPort);
  const docs = new DocsSite('docs', { tags });
  const docsUrl = docs.distribution.domainName.apply(urlFor);
  const topics = new AlarmTopics('alarms', { ...plan.settings, region: plan.region, tags });
  const { actions } = topics;
  const api = declareApi(plan, { ...artifacts, actions }, docsUrl, urlFor);

  const gateway = gatewayTarget(
    { apiId: api.gateway.api.id, stage: api.gateway.stage.id },
    api.gateway.ready,
  );
  const redirecting = redirects(plan, urlFor);
  const attachments: HostAttachment[] = [];
  const failures = new HostFailures(log.warn);
  const support = { dnsOf, requests, imports, moves, failures, tags };
  const apiHosts = await declareHosts(plan.hosts.filter(isServedBy('api')), {
    ...support,
    targetOf: redirecting(gateway, attachments),
  });
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
    targetOf: redirecting(site, attachments),
  });
  declareMonitoring(plan, {
    ...{ attachments, actions, distribution: docs.distribution, checksCode: artifacts.checksCode },
    hosts: [...apiHosts, ...docsHosts].map((one) => ({ plan: one.plan, attached: one.resource.attached })),
    api: api.address,
    names: api.names,
    locationOf: (to) => `${redirectUrl(to, ownHosts(plan), urlFor)}/`,
    port: options.publicPort,
    local: { resolver: dns?.resolver, authorityFile: options.authorityFile },
  });
  return {
    baseUrl,
    docsUrl: primaryUrl(docsHosts, urlFor, docsUrl),
    hosts: hostOutputs([...apiHosts, ...docsHosts], leftOut, { urlFor, failures, requests }),
    tables: { pets: api.store.pets.name, keys: api.store.keys.name },
    region: plan.region,
    alarms: { unconfirmed: topics.unconfirmed },
  };
}

/** Which hosts of the plan this run declares, from the stack's own state and live DNS. */
async function decideHosts(declared: StackPlan, options: Omit<AdmissionOptions, 'requests'>) {
  const state = await readStackState();
  if (declared.production) assertRemovalsConfirmed(declared, deployedHosts(state));
  const names = declared.hosts.map(({ host }) => host);
  const requests = await certificateRequests(names, state, options.log.warn);
  for (const { host, text } of externalRemovals(state, declared)) options.log.waits(host, text);
  const { hosts, leftOut, imports, moves } = await admitHosts(declared, state, { ...options, requests });
  return { plan: { ...declared, hosts }, leftOut, requests, imports, moves };
}

function declareApi(
  plan: StackPlan,
  { functionCode, actions }: Artifacts & { readonly actions: AlarmActions },
  docsUrl: pulumi.Output<string>,
  urlFor: UrlFor,
): PetsApi {
  const docsHosts = plan.hosts.filter(({ site, role }) => site === 'docs' && role !== 'redirect');
  return new PetsApi('api', {
    ...plan.settings,
    code: functionCode,
    keyPrefix: plan.production ? 'pets_live_' : 'pets_test_',
    alarmActions: actions,
    // The documentation's console calls the API from the browser; pages of other origins may not.
    corsOrigins: [docsUrl, ...docsHosts.map(({ host }) => urlFor(host))],
    tags: plan.tags,
  });
}

/** The target of a host: the site, or a redirect of its own. Each attachment is added to `attachments`. */
function redirects(plan: StackPlan, urlFor: UrlFor) {
  const own = ownHosts(plan);
  return (site: HostTarget, attachments: HostAttachment[]) =>
    ({ redirect }: HostPlan): HostTarget => {
      const to = redirect && redirectTarget({ ...redirect, to: redirectUrl(redirect.to, own, urlFor) });
      return reporting(to ?? site, (attachment) => void attachments.push(attachment));
    };
}

const ownHosts = ({ hosts }: StackPlan) => new Set(hosts.map(({ host }) => host));

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
