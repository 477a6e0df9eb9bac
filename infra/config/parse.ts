// The config of a stack to Settings, or every problem at once.
import type * as z from 'zod';
import { declaredNames } from './declared-names.ts';
import { closest } from './did-you-mean.ts';
import type { Problem } from './problem.ts';
import { redirectTargets, ruleProblems } from './rules.ts';
import { type StackConfig, stackConfig } from './schema.ts';
import {
  type Partly,
  schemaProblems,
  type UnknownKey,
  unknownKeys,
  WITH_OTHER_ISSUES,
  withoutFaults,
} from './schema-problems.ts';
import { buildSettings, type Settings } from './settings.ts';
import { ttlProblems } from './ttl.ts';

export type ParseResult = { readonly settings: Settings } | { readonly problems: readonly Problem[] };

type RawConfig = Readonly<Record<string, unknown>>;

/** The definition, with the rules among its values: one parse gives the config, or every issue. */
const withRules = stackConfig.superRefine((config, context) => {
  for (const problem of problemsAmong(withoutFaults(config, context.issues))) {
    context.addIssue({ code: 'custom', params: { ...problem } });
  }
}, WITH_OTHER_ISSUES);

function problemsAmong(config: Partly<StackConfig>): Problem[] {
  const declared = declaredNames(config);
  const hosts = declared.sites.flatMap((site) => site.hosts.map(({ host }) => host));
  return [
    ...ruleProblems(config, declared),
    ...redirectTargets(declared),
    ...ttlProblems(config['petstore:ttl'], hosts, config['petstore:zones']),
  ];
}

/**
 * `raw`: config by key as the stack's file has it (`petstore:plan`, `aws:region`); values as YAML gives them, or
 * as Pulumi does (text; structures already decoded). Keys of other namespaces are not read.
 */
export function parseSettings(stack: string, raw: RawConfig): ParseResult {
  const parsed = withRules.safeParse(ownKeys(raw), { reportInput: true });
  const issues: readonly z.core.$ZodIssue[] = parsed.error?.issues ?? [];
  const unknown = [...misspelledNamespaces(raw), ...unknownKeys(issues, stackConfig)];
  if (parsed.success && unknown.length === 0) return { settings: buildSettings(stack, parsed.data) };
  const others = schemaProblems(issues, stackConfig).filter((problem) => !isFollowing(problem, unknown));
  return { problems: [...unknown.map(({ problem }) => problem), ...others] };
}

/** What a rule finds missing may be what a misspelled key says: these are found again once that is corrected. */
const OF_ABSENCE = [
  'adopt-unknown',
  'backup-destination',
  'moving-unknown',
  'plan-without-hosts',
  'redirect-target-unserved',
  'ttl-unknown',
  'verified-unknown',
];

/** Whether it is there only because a key is misspelled. */
function isFollowing({ code, path }: Problem, unknown: readonly UnknownKey[]): boolean {
  const meant = unknown.flatMap((one) => one.meant ?? []);
  return meant.length > 0 && (meant.includes(path) || OF_ABSENCE.includes(code));
}

/** Those of the program and those without a namespace. Pulumi passes a key without a value as "". */
function ownKeys(raw: RawConfig): RawConfig {
  const isUnchecked = (key: string) => key.startsWith('petstore:') || !key.includes(':');
  const isOwn = (key: string) => Object.hasOwn(stackConfig.shape, key) || isUnchecked(key);
  const own = Object.entries(raw).filter(([key, value]) => isOwn(key) && value !== null && value !== '');
  return Object.fromEntries(own);
}

/** `petstor:plan` is another namespace to Pulumi, which would ignore it without a message. */
function misspelledNamespaces(raw: RawConfig): UnknownKey[] {
  return Object.keys(raw).flatMap((path) => {
    const [namespace = '', ...rest] = path.split(':');
    const isMisspelled = rest.length > 0 && namespace !== 'petstore' && closest(namespace, ['petstore']);
    if (!isMisspelled) return [];
    const meant = `petstore:${rest.join(':')}`;
    const what = 'is in a namespace that nothing reads';
    return [{ problem: { code: 'unknown-key', path, what, fix: `did you mean "${meant}"?` }, meant }];
  });
}
