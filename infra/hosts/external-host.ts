// An external host, from its declaration until it is live: where it stands, and the next step. Every command that shows
// such a host takes its words from here; its removal is in external-removal.ts.

import { shellWord } from '@petstore/custom-domains/output';
import {
  type Finding,
  type FindingCode,
  isBlocked,
  isRoutingMissing,
} from '@petstore/custom-domains/preflight';
import { stackOption } from '../plan/stack-option.ts';
import type { HostPlan } from '../plan/types.ts';

/**
 * - `undeployed`: its certificate is not requested, so that its records are not known.
 * - `unset`: its owner has yet to set its records, or something conflicts with them.
 * - `unverified`: its records are right, and it is not in petstore:verified.
 * - `unattached`: it is in petstore:verified since the last deployment.
 * - `unrouted`: its certificate is issued, and its routing record does not lead to it.
 */
export type ExternalStage = 'undeployed' | 'unset' | 'unverified' | 'unattached' | 'unrouted' | 'live';

export interface ExternalFacts {
  readonly plan: HostPlan;
  readonly findings: readonly Finding[];
  /** ACM's status in the stack's outputs; undefined for a host that is not deployed. */
  readonly certificate: string | undefined;
  /** What its routing record is to point to, where that is known. */
  readonly target: string | undefined;
  /** This run requests its certificate: no finding is about its records yet. */
  readonly isNew?: boolean;
  /** This run attaches it to another kind of target: its new routing record is known after it. */
  readonly isLeaving?: boolean;
}

/**
 * Findings that do not prevent a verification, whatever their severity. Where a record leads beyond its own value is not part
 * of it: `check` and `report` alone look there.
 */
const HARMLESS: readonly FindingCode[] = [
  'already-configured',
  'wildcard-hidden',
  'nameservers-disagree',
  'apex-needs-alias',
  'remembered-for',
  'target-missing',
  'target-unreadable',
  'target-claimable',
];

/** What prevents the verification of a deployed host. `isRoutingLater`: as for `laterFindings`. */
export function openFindings(findings: readonly Finding[], isRoutingLater: boolean): Finding[] {
  return findings.filter((one) => !HARMLESS.includes(one.code) && !(isRoutingLater && isOfRouting(one)));
}

/**
 * What its owner changes only after the verification, at the host's own name. For a host of the API the new record is known
 * once it is attached, and the old place of a host that moves in serves until the end.
 */
export function laterFindings(findings: readonly Finding[], isRoutingLater: boolean): Finding[] {
  return isRoutingLater ? findings.filter(isOfRouting) : [];
}

function isOfRouting(one: Finding): boolean {
  return isRoutingMissing(one) || one.code === 'conflicting-record' || one.code === 'cname-elsewhere';
}

/** Undefined for a host in a declared zone, whose records the stack sets. */
export function externalStage(facts: ExternalFacts): ExternalStage | undefined {
  const { plan, findings, certificate, isLeaving } = facts;
  if (plan.zone.provider !== 'external') return undefined;
  if (certificate === undefined || certificate === 'FAILED') return 'undeployed';
  if (!plan.zone.verified) return isUnset(facts) ? 'unset' : 'unverified';
  if (certificate !== 'ISSUED') return 'unattached';
  if (isLeaving) return 'unrouted';
  return findings.some(({ code }) => code === 'already-configured') ? 'live' : 'unrouted';
}

function isUnset(facts: ExternalFacts): boolean {
  const isLater = isRoutingLater(facts);
  const isSoon = facts.isNew || (facts.isLeaving && !isLater);
  return isSoon || openFindings(facts.findings, isLater).length > 0;
}

/** A distribution is created with the certificate's request, an API Gateway domain name after the certificate is issued. */
function isRoutingLater({ plan, target, isNew, isLeaving }: ExternalFacts): boolean {
  const isCreated = (isNew || isLeaving) && plan.target === 'distribution';
  return plan.moving !== undefined || !(target !== undefined || isCreated);
}

/** For a printed line: `once they are set: npm run domains -- verify HOST`. */
export interface NextStep {
  readonly when: string;
  readonly command: string;
}

export interface StepOptions {
  readonly stack: string;
  /** Of the local cloud: the zone file that has the records of the rest of the internet, those of the host's owner too. */
  readonly internetFile?: string;
}

/** In the order in which they are done; none for a live host, nor for one in a declared zone. */
export function nextSteps(facts: ExternalFacts, options: StepOptions): NextStep[] {
  const stage = externalStage(facts);
  return stage === undefined ? [] : STEPS[stage](facts, options);
}

const STEPS: Readonly<Record<ExternalStage, (facts: ExternalFacts, options: StepOptions) => NextStep[]>> = {
  undeployed: ({ plan, findings }, { stack, internetFile }) => [
    {
      when: isBlocked(findings)
        ? `once this is fixed${internetFile === undefined ? '' : ` in ${internetFile}`} and the host is deployed, its records`
        : 'once it is deployed, its records',
      command: recordsCommand(plan.host, { stack }),
    },
  ],
  unset: (facts, options) => {
    const open = openFindings(facts.findings, isRoutingLater(facts));
    // What no record of the host fixes is fixed first, or beside its records.
    const others = open.filter((one) => !isOfRouting(one) && !OF_RECORDS.includes(one.code));
    const areOpen = facts.isNew || facts.isLeaving || others.length < open.length;
    const also = others.length > 0 ? ', and what else is found is fixed' : '';
    const verify = domainsCommand('verify', facts.plan.host, options);
    if (!areOpen) return [{ when: 'once what is found is fixed', command: verify }];
    return [
      { when: setRecords('its records', facts, options), command: setCommand(facts.plan.host, options) },
      { when: `once they are set${also}`, command: verify },
    ];
  },
  unverified: ({ plan, target }, options) => [
    {
      when:
        target === undefined
          ? 'its validation record is right, and its routing record is known once it is attached'
          : 'its records are right',
      command: domainsCommand('verify', plan.host, options),
    },
  ],
  unattached: (_, { stack }) => [
    {
      when: 'it is verified; to attach it',
      command: deployCommand(stack),
    },
  ],
  unrouted: (facts, options) => [
    { when: setRecords('its routing record', facts, options), command: setCommand(facts.plan.host, options) },
    { when: 'once it is set', command: domainsCommand('status', facts.plan.host, options) },
  ],
  live: () => [],
};

const OF_RECORDS: readonly FindingCode[] = ['record-missing', 'doubled-name'];

/** `npm run local` deploys every change of its stack by itself. */
export function deployCommand(stack: string): string {
  return stack === 'local' ? 'npm run local' : `pulumi up${stackOption(stack)}`;
}

function setRecords(what: string, facts: ExternalFacts, { internetFile }: StepOptions): string {
  if (internetFile === undefined)
    return facts.isLeaving
      ? `once this is deployed, its owner replaces ${what} with the new one`
      : `its owner sets ${what}`;
  return `its owner sets ${what}; on the local cloud, this command does, in its zone file`;
}

/** On the local cloud in the form of its zone file, without npm's own lines, so that the output can be added to that file. */
export function recordsCommand(host: string, { stack, internetFile }: StepOptions): string {
  if (internetFile === undefined) return domainsCommand('records', host, { stack });
  return `npm run --silent domains -- records ${host}${stackOption(stack)} --format zone`;
}

function setCommand(host: string, options: StepOptions): string {
  const command = recordsCommand(host, options);
  return options.internetFile === undefined ? command : `${command} >> ${shellWord(options.internetFile)}`;
}

export function domainsCommand(name: string, host: string, { stack }: StepOptions): string {
  return `npm run domains -- ${name} ${host}${stackOption(stack)}`;
}
