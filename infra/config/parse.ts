// The config of a stack to Settings, or every problem at once.
import { closest, didYouMean } from '@petstore/custom-domains/names';
import { declaredNames, type RawConfig } from './declared.ts';
import { isTooDeep, type Problem, tooLarge } from './problem.ts';
import { redirectTargets, releaseProblems, ruleProblems } from './rules.ts';
import { stackConfig } from './schema.ts';
import { schemaProblems, type UnknownKey, WITH_OTHER_ISSUES, withoutFaults } from './schema-problems.ts';
import { buildSettings, type Settings } from './settings.ts';
import { ttlProblems } from './ttl.ts';

export type ParseResult = { readonly settings: Settings } | { readonly problems: readonly Problem[] };

/** `raw`: config by key, with values as YAML gives them or as Pulumi does (text; structures decoded). Other namespaces
 * are not read. */
export function parseSettings(stack: string, raw: RawConfig): ParseResult {
  const own = ownKeys(raw);
  const tooDeep = Object.keys(own).filter((key) => isTooDeep(own[key]));
  if (tooDeep.length > 0) return { problems: tooDeep.map((key) => tooLarge(key)) };
  // With the rules among its values, one parse gives the config, or every issue.
  const withRules = stackConfig.superRefine((config, context) => {
    const known = withoutFaults(config, context.issues);
    const declared = declaredNames(own);
    const problems = [
      ...ruleProblems(known, declared, stack),
      ...redirectTargets(declared),
      ...ttlProblems(known['petstore:ttl'], declared.hosts, known['petstore:zones']),
      ...releaseProblems(known, stack, Object.keys(raw)),
    ];
    for (const problem of problems) context.addIssue({ code: 'custom', params: { ...problem } });
  }, WITH_OTHER_ISSUES);
  const parsed = withRules.safeParse(own, { reportInput: true });
  const misspelled = misspelledNamespaces(raw);
  if (parsed.success && misspelled.length === 0) return { settings: buildSettings(stack, parsed.data) };
  return { problems: schemaProblems(parsed.error?.issues ?? [], stackConfig, misspelled) };
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
    const problem = { code: 'unknown-key', path, what, fix: didYouMean(meant, '') };
    return [{ problem, meant }];
  });
}
