// Config as it was written to Settings, or every problem at once.

import { buildSettings } from './build-settings.ts';
import { type Declared, readDeclared } from './declared-names.ts';
import { closest } from './did-you-mean.ts';
import * as rules from './host-rules.ts';
import type { Problem } from './problem.ts';
import { redirectTargets } from './redirect-rules.ts';
import { type StackConfig, stackConfig } from './schema.ts';
import { issueProblems } from './schema-problems.ts';
import type { Settings } from './settings.ts';

export type ParseResult = { readonly settings: Settings } | { readonly problems: readonly Problem[] };

type Raw = Readonly<Record<string, unknown>>;

/**
 * `raw`: config by key as the stack's file has it (`petstore:plan`, `aws:region`); values as YAML gives them, or
 * as Pulumi does (text; structures already decoded). Keys of other namespaces are left alone.
 */
export function parseSettings(stack: string, raw: Raw): ParseResult {
  const own = ownKeys(raw);
  const parsed = stackConfig.safeParse(own, { reportInput: true });
  const declared = readDeclared(own);
  const issues = parsed.success ? [] : parsed.error.issues;
  const problems = [
    ...namespaceProblems(raw),
    ...issues.flatMap((issue) => issueProblems(issue, stackConfig)),
    ...declared.faults,
    ...ALL_RULES.flatMap((rule) => rule(declared)),
    ...freeWithHosts(own, declared),
    ...(parsed.success ? topicElsewhere(parsed.data) : []),
  ];
  if (!parsed.success || problems.length > 0) return { problems: inFileOrder(problems, raw) };
  return { settings: buildSettings(stack, parsed.data, declared) };
}

const ALL_RULES = [
  rules.hostUsedTwice,
  rules.primaryMissing,
  rules.nameTooLongForCertificate,
  rules.zoneDeclaredTwice,
  rules.verifiedWithoutNeed,
  rules.removalStillDeclared,
  redirectTargets,
];

/** Ours, and what bears no namespace; a key that stands empty, which Pulumi passes as "", is not there. */
function ownKeys(raw: Raw): Raw {
  const isOwn = (key: string) => Object.hasOwn(stackConfig.shape, key) || isUnchecked(key);
  const isUnchecked = (key: string) => key.startsWith('petstore:') || !key.includes(':');
  const own = Object.entries(raw).filter(([key, value]) => isOwn(key) && value !== null && value !== '');
  return Object.fromEntries(own);
}

/** `petstor:plan` is another namespace to Pulumi, and would be ignored without a word. */
function namespaceProblems(raw: Raw): Problem[] {
  return Object.keys(raw).flatMap((key) => {
    const [namespace = '', ...rest] = key.split(':');
    const meant = rest.length > 0 && namespace !== 'petstore' && closest(namespace, ['petstore']);
    if (!meant) return [];
    const fix = `did you mean "petstore:${rest.join(':')}"?`;
    return [{ code: 'unknown-key', path: key, what: 'is in a namespace that nothing reads', fix }];
  });
}

function freeWithHosts(raw: Raw, { sites }: Declared): Problem[] {
  const count = sites.reduce((sum, site) => sum + site.count, 0);
  const plan = raw['petstore:plan'];
  if (count === 0 || (plan !== undefined && plan !== 'free')) return [];
  const free = plan === undefined ? 'is not set, so it is "free", which' : '"free"';
  const are = count === 1 ? '1 is' : `${count} are`;
  const what = `${free} has no custom hosts, and ${are} declared`;
  const fix = `set petstore:plan to pro, or remove ${count === 1 ? 'it' : 'them'}`;
  return [{ code: 'plan-without-hosts', path: 'petstore:plan', what, fix }];
}

/** CloudWatch: an alarm notifies topics of its own region only. */
function topicElsewhere(config: StackConfig): Problem[] {
  const topic = config['petstore:alarms']?.topicArn;
  const region = config['aws:region'];
  const topicRegion = topic?.split(':')[3];
  if (topicRegion === undefined || topicRegion === region) return [];
  const path = 'petstore:alarms.topicArn';
  const what = `the topic is in ${topicRegion}, and the alarms in ${region}`;
  return [{ code: 'topic-elsewhere', path, what, fix: `name a topic in ${region}` }];
}

/** In the order of the file's keys; what it lacks comes first. */
function inFileOrder(problems: readonly Problem[], raw: Raw): Problem[] {
  const keys = Object.keys(raw);
  const holds = (key: string, path: string) =>
    path.startsWith(key) && ['', '.', '['].includes(path.charAt(key.length));
  const place = ({ path }: Problem) => keys.findIndex((key) => holds(key, path));
  return problems.toSorted((a, b) => place(a) - place(b));
}
