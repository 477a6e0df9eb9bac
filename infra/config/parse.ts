// The config of a stack to Settings, or every problem at once.

import type * as z from 'zod';

import { declaredNames, misreadNames } from './declared-names.ts';
import { closest } from './did-you-mean.ts';
import { type Partly, WITH_OTHER_ISSUES, withoutFaults } from './parsed-parts.ts';
import { formatPath, isOfKey } from './path.ts';
import type { Problem } from './problem.ts';
import { redirectTargets, ruleProblems } from './rules.ts';
import { type StackConfig, stackConfig } from './schema.ts';
import { type Misspelling, misspellings, respelled, schemaProblems } from './schema-problems.ts';
import { buildSettings, type Settings } from './settings.ts';
import { ttlProblems } from './ttl-rules.ts';

export type ParseResult = { readonly settings: Settings } | { readonly problems: readonly Problem[] };

type RawConfig = Readonly<Record<string, unknown>>;
type Issues = readonly z.core.$ZodIssue[];

/** By the definition, with the rules among its values: one parse gives the config, or every issue. */
function checked(raw: RawConfig) {
  const own = ownKeys(raw);
  const misread = misreadNames(own);
  const withRules = stackConfig.superRefine((config, context) => {
    for (const problem of problemsAmong(withoutFaults(config, context.issues), misread)) {
      context.addIssue({ code: 'custom', params: { ...problem } });
    }
  }, WITH_OTHER_ISSUES);
  return withRules.safeParse(own, { reportInput: true });
}

/**
 * `raw`: config by key as the stack's file has it (`petstore:plan`, `aws:region`); values as YAML gives them, or
 * as Pulumi does (text; structures already decoded). Keys of other namespaces are not read.
 */
export function parseSettings(stack: string, raw: RawConfig): ParseResult {
  const parsed = checked(raw);
  const namespaces = misspelledNamespaces(raw);
  if (parsed.success && namespaces.length === 0) return { settings: buildSettings(stack, parsed.data) };
  const problems = [
    ...namespaces.map(namespaceProblem),
    ...configProblems(parsed.error?.issues ?? [], raw, namespaces),
  ];
  return { problems: inFileOrder(problems, raw) };
}

/** The issues, without those that are there only because a key is misspelled. */
function configProblems(issues: Issues, raw: RawConfig, namespaces: readonly Misspelling[]): Problem[] {
  const misspelled = [...namespaces, ...misspellings(issues, stackConfig)];
  if (misspelled.length === 0) return schemaProblems(issues, stackConfig);
  const others = checked(respelled(raw, misspelled)).error?.issues ?? [];
  const unknown = issues.filter(({ code }) => code === 'unrecognized_keys');
  const problems = [
    ...schemaProblems(unknown, stackConfig),
    ...schemaProblems(others, stackConfig).map((problem) => asWritten(problem, misspelled)),
  ];
  // A key that is similar to none is unknown in both.
  return [...new Map(problems.map((problem) => [`${problem.code} ${problem.path}`, problem])).values()];
}

/** With the path that the file has, which is the one that a reader can find. */
function asWritten(problem: Problem, misspelled: readonly Misspelling[]): Problem {
  for (const { parent, key, meant } of misspelled) {
    const [read, written] = [formatPath([...parent, meant]), formatPath([...parent, key])];
    if (isOfKey(problem.path, read)) return { ...problem, path: written + problem.path.slice(read.length) };
  }
  return problem;
}

/** `misread`: the names of hosts that serve as they are written, where they are not valid. */
function problemsAmong(config: Partly<StackConfig>, misread: readonly string[]): Problem[] {
  const declared = declaredNames(config);
  return [
    ...ruleProblems(config, declared),
    ...redirectTargets(declared, misread),
    ...ttlProblems(config, declared),
  ];
}

/** Those of the program and those without a namespace. Pulumi passes a key without a value as "". */
function ownKeys(raw: RawConfig): RawConfig {
  const isOwn = (key: string) => Object.hasOwn(stackConfig.shape, key) || isUnchecked(key);
  const isUnchecked = (key: string) => key.startsWith('petstore:') || !key.includes(':');
  const own = Object.entries(raw).filter(([key, value]) => isOwn(key) && value !== null && value !== '');
  return Object.fromEntries(own);
}

/** `petstor:plan` is another namespace to Pulumi, which would ignore it without a message. */
function misspelledNamespaces(raw: RawConfig): Misspelling[] {
  return Object.keys(raw).flatMap((key) => {
    const [namespace = '', ...rest] = key.split(':');
    const isMisspelled =
      rest.length > 0 && namespace !== 'petstore' && closest(namespace, ['petstore']) !== undefined;
    return isMisspelled ? [{ parent: [], key, meant: `petstore:${rest.join(':')}` }] : [];
  });
}

function namespaceProblem({ key, meant }: Misspelling): Problem {
  const what = 'is in a namespace that nothing reads';
  return { code: 'unknown-key', path: key, what, fix: `did you mean "${meant}"?` };
}

/** In the order of the file's keys; missing keys come first. */
function inFileOrder(problems: readonly Problem[], raw: RawConfig): Problem[] {
  const keys = Object.keys(raw);
  const place = ({ path }: Problem) => keys.findIndex((key) => isOfKey(path, key));
  return problems.toSorted((a, b) => place(a) - place(b));
}
