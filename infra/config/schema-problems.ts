// The issues that zod reports, as problems.
import type * as z from 'zod';
import { closest } from './did-you-mean.ts';
import { formatPath } from './path.ts';
import type { Problem } from './problem.ts';
import { chooseFrom, type Refusal, show } from './scalars.ts';
import { fixType, keysAt } from './type-fix.ts';
import { isMapping, isSecure } from './yaml.ts';

type Issue = z.core.$ZodIssue;
type InvalidType = z.core.$ZodIssueInvalidType;
type UnknownOption = Extract<z.core.$ZodIssueInvalidUnion, { readonly options?: unknown }>;

/** Problems of `schema`'s issues. Unknown keys come first: a misspelled key may be the cause of other problems. */
export function schemaProblems(issues: readonly Issue[], schema: z.ZodType): Problem[] {
  const [unknown, others] = [true, false].map((wanted) =>
    issues.filter(({ code }) => (code === 'unrecognized_keys') === wanted),
  );
  return [...(unknown ?? []), ...(others ?? [])].flatMap((issue) => issueProblems(issue, schema));
}

/** One problem for each issue; one for each unknown key of an object. */
function issueProblems(issue: Issue, schema: z.ZodType): Problem[] {
  const path = formatPath(issue.path);
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, keysAt(schema, issue.path));
  if (issue.code === 'invalid_union' && 'options' in issue) return [badOption(path, issue)];
  if (issue.code === 'invalid_type') return [absent(path, issue, schema) ?? badType(schema, issue)];
  // A rule among several values gives the path of the one to change.
  if (issue.code === 'custom')
    return [absent(path, issue, schema) ?? { path, ...(issue.params as Refusal & Partial<Problem>) }];
  return [{ code: 'bad-value', path, what: `${show(issue.input)} is not allowed`, fix: issue.message }];
}

/** A value that cannot be checked because it is missing, empty or encrypted. */
function absent(path: string, { input, ...issue }: Issue, schema: z.ZodType): Problem | undefined {
  if (isSecure(input)) {
    const fix = 'write it as plain text: no setting of the project is a secret';
    return { code: 'encrypted', path, what: 'is encrypted, so it cannot be checked before a deploy', fix };
  }
  if (input !== undefined && input !== null) return undefined;
  const what = input === null ? 'is empty' : 'is missing';
  const wanted = issue.code === 'invalid_type' ? wantedOf(issue) : '';
  const fix =
    issue.code === 'custom'
      ? String(issue.params?.fix)
      : fixType(schema, issue.path, { wanted, given: undefined });
  return { code: 'missing-key', path, what, fix };
}

/** An unknown key that is similar to a known one, and the object that has it. */
export interface Misspelling {
  readonly parent: readonly PropertyKey[];
  readonly key: string;
  readonly meant: string;
}

export function misspellings(issues: readonly Issue[], schema: z.ZodType): Misspelling[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const known = keysAt(schema, issue.path);
    return issue.keys.flatMap((key) => {
      const meant = nearestKey(key, known);
      return meant === undefined ? [] : [{ parent: issue.path, key, meant }];
    });
  });
}

/** Compared without namespaces: a missing namespace is no difference then, and a right one makes no two words similar. */
function nearestKey(key: string, known: readonly string[]): string | undefined {
  const byWord = new Map(known.map((name) => [word(name), name]));
  return byWord.get(closest(word(key), byWord.keys()) ?? '');
}

function unknownKeys(issue: z.core.$ZodIssueUnrecognizedKeys, known: readonly string[]): Problem[] {
  return issue.keys.map((key) => {
    const near = nearestKey(key, known);
    return {
      code: 'unknown-key',
      path: formatPath([...issue.path, key]),
      what: 'is not a setting',
      fix: near === undefined ? `known here: ${known.join(', ')}` : `did you mean "${near}"?`,
    };
  });
}

function word(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

function badOption(path: string, issue: UnknownOption): Problem {
  const key = issue.discriminator ?? '';
  const given = (issue.input as Record<string, unknown> | undefined)?.[key];
  const what = given === undefined ? 'is missing' : `${show(given)} is not allowed`;
  return { code: 'bad-choice', path, what, fix: chooseFrom((issue.options ?? []).map(String), given) };
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

function badType(schema: z.ZodType, issue: InvalidType): Problem {
  const { path, input: given } = issue;
  const wanted = wantedOf(issue);
  const what = `${show(given)} is not ${wanted}`;
  return { code: 'bad-type', path: formatPath(path), what, fix: fixType(schema, path, { wanted, given }) };
}

function wantedOf({ expected }: InvalidType): string {
  return EXPECTED[expected] ?? expected;
}

type Mapping = Readonly<Record<string, unknown>>;

/**
 * `config` with each misspelled key renamed. A value that is there already under the key that was meant stays, but for a key of
 * the config itself, where it may be the project's default.
 */
export function respelled(config: Mapping, misspelled: readonly Misspelling[]): Mapping {
  return misspelled.reduce((value, { parent, key, meant }) => {
    if (parent.length > 0) return renamed(value, parent, key, meant) as Mapping;
    const { [meant]: _default, ...others } = value;
    return withKey(others, key, meant);
  }, config);
}

function renamed(value: unknown, parent: readonly PropertyKey[], key: string, meant: string): unknown {
  const [step, ...rest] = parent;
  if (step === undefined) return isMapping(value) ? withKey(value, key, meant) : value;
  if (Array.isArray(value)) return value.with(Number(step), renamed(value[Number(step)], rest, key, meant));
  if (!isMapping(value)) return value;
  return { ...value, [step]: renamed(value[String(step)], rest, key, meant) };
}

function withKey(mapping: Mapping, key: string, meant: string): Mapping {
  if (Object.hasOwn(mapping, meant)) return mapping;
  return Object.fromEntries(
    Object.entries(mapping).map(([name, value]) => [name === key ? meant : name, value]),
  );
}
