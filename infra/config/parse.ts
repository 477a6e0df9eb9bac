// The config of a stack to Settings, or every problem at once.

import type * as z from 'zod';
import { buildSettings } from './build-settings.ts';
import { declaredNames } from './declared-names.ts';
import { closest } from './did-you-mean.ts';
import * as hostRules from './host-rules.ts';
import { type Partly, WITH_OTHER_ISSUES, withoutFaults } from './parsed-parts.ts';
import type { Problem } from './problem.ts';
import { redirectTargets } from './redirect-rules.ts';
import { type StackConfig, stackConfig } from './schema.ts';
import { schemaProblems } from './schema-problems.ts';
import { boundaryInOtherAccount, hostsWithoutPlan, topicInOtherRegion } from './setting-rules.ts';
import type { Settings } from './settings.ts';

export type ParseResult = { readonly settings: Settings } | { readonly problems: readonly Problem[] };

type RawConfig = Readonly<Record<string, unknown>>;

/** The definition with the rules among its values: one parse gives the config, or every issue. */
const checkedConfig = stackConfig.superRefine((config, context) => {
  for (const problem of ruleProblems(withoutFaults(config, context.issues))) {
    context.addIssue({ code: 'custom', params: { ...problem } });
  }
}, WITH_OTHER_ISSUES);

/**
 * `raw`: config by key as the stack's file has it (`petstore:plan`, `aws:region`); values as YAML gives them, or
 * as Pulumi does (text; structures already decoded). Keys of other namespaces are not read.
 */
export function parseSettings(stack: string, raw: RawConfig): ParseResult {
  const parsed = checkedConfig.safeParse(ownKeys(raw), { reportInput: true });
  const issues: readonly z.core.$ZodIssue[] = parsed.error?.issues ?? [];
  const problems = [...misspelledNamespaces(raw), ...schemaProblems(issues, stackConfig)];
  if (!parsed.success || problems.length > 0) return { problems: inFileOrder(problems, raw) };
  return { settings: buildSettings(stack, parsed.data) };
}

function ruleProblems(config: Partly<StackConfig>): Problem[] {
  const declared = declaredNames(config);
  return [
    ...Object.values(hostRules).flatMap((rule) => rule(declared)),
    ...redirectTargets(declared),
    ...hostsWithoutPlan(config, declared),
    ...topicInOtherRegion(config),
    ...boundaryInOtherAccount(config),
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
function misspelledNamespaces(raw: RawConfig): Problem[] {
  return Object.keys(raw).flatMap((key) => {
    const [namespace = '', ...rest] = key.split(':');
    const isMisspelled =
      rest.length > 0 && namespace !== 'petstore' && closest(namespace, ['petstore']) !== undefined;
    if (!isMisspelled) return [];
    const fix = `did you mean "petstore:${rest.join(':')}"?`;
    return [{ code: 'unknown-key', path: key, what: 'is in a namespace that nothing reads', fix }];
  });
}

/** In the order of the file's keys; missing keys come first. */
function inFileOrder(problems: readonly Problem[], raw: RawConfig): Problem[] {
  const keys = Object.keys(raw);
  const holds = (key: string, path: string) =>
    path.startsWith(key) && ['', '.', '['].includes(path.charAt(key.length));
  const place = ({ path }: Problem) => keys.findIndex((key) => holds(key, path));
  return problems.toSorted((a, b) => place(a) - place(b));
}
