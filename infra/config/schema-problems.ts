// The issues that zod reports, as problems; and what it parsed of a config with issues, for the rules among names.
import { closest, didYouMean } from '@petstore/custom-domains/names';
import * as z from 'zod';
import type { RedirectDestination } from './name-schema.ts';
import type { Problem } from './problem.ts';
import { chooseFrom, type Refusal, show } from './scalars.ts';
import { formatPath, isSecure } from './value.ts';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;
type InvalidType = z.core.$ZodIssueInvalidType;
type UnknownOption = Extract<z.core.$ZodIssueInvalidUnion, { readonly options?: unknown }>;

/** A key that nothing reads; `meant`: the path of the one that it is similar to. */
export interface UnknownKey {
  readonly problem: Problem;
  readonly meant?: string;
}

/** The problems of `schema`'s issues, after those of `others`. What is wrong with a key that one of these means follows from that one. */
export function schemaProblems(
  issues: readonly Issue[],
  schema: z.ZodType,
  others: readonly UnknownKey[] = [],
): Problem[] {
  const all = issues.flatMap((issue): UnknownKey[] => {
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue, schema);
    return [{ problem: absent(issue, schema) ?? issueProblem(issue, schema) }];
  });
  const meant = new Set([...others, ...all].map((one) => one.meant));
  return [...others, ...all].map(({ problem }) => problem).filter(({ path }) => !meant.has(path));
}

function issueProblem(issue: Issue, schema: z.ZodType): Problem {
  const path = formatPath(issue.path);
  if (issue.code === 'invalid_union' && 'options' in issue) return badOption(path, issue);
  if (issue.code === 'invalid_type') {
    const wanted = EXPECTED[issue.expected] ?? issue.expected;
    const what = `${show(issue.input)} is not ${wanted}`;
    return { code: 'bad-type', path, what, fix: typeFix(issue, schema) };
  }
  // A rule among several values gives the path of the one to change.
  if (issue.code === 'custom') return { path, ...(issue.params as Refusal & Partial<Problem>) };
  return { code: 'bad-value', path, what: `${show(issue.input)} is not allowed`, fix: issue.message };
}

function absent(issue: Issue, schema: z.ZodType): Problem | undefined {
  if (issue.code !== 'invalid_type' && issue.code !== 'custom') return undefined;
  const path = formatPath(issue.path);
  if (isSecure(issue.input)) {
    const fix = 'write it as plain text: no setting of the project is a secret';
    return { code: 'encrypted', path, what: 'is encrypted, so it cannot be checked before a deploy', fix };
  }
  if (issue.input !== undefined && issue.input !== null) return undefined;
  const what = issue.input === null ? 'is empty' : 'is missing';
  const fix = issue.code === 'custom' ? String(issue.params?.fix) : typeFix(issue, schema);
  return { code: 'missing-key', path, what, fix };
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
};

/** With the example that the definition has. JSON is YAML in its flow form. */
function typeFix({ expected, path }: InvalidType, schema: z.ZodType): string {
  const wanted = EXPECTED[expected] ?? expected;
  const [example] = (typeAt(schema, path)?.meta()?.examples ?? []) as unknown[];
  return example === undefined ? `write ${wanted}` : `write ${wanted}, such as ${JSON.stringify(example)}`;
}

function badOption(path: string, issue: UnknownOption): Problem {
  const key = issue.discriminator ?? '';
  const given = (issue.input as Record<string, unknown> | undefined)?.[key];
  const what = given === undefined ? 'is missing' : `${show(given)} is not allowed`;
  return { code: 'bad-choice', path, what, fix: chooseFrom((issue.options ?? []).map(String), given) };
}

function unknownKeys({ path, keys }: z.core.$ZodIssueUnrecognizedKeys, schema: z.ZodType) {
  const known = keysAt(schema, path);
  return keys.map((key): UnknownKey => {
    const near = nearestKey(key, known);
    const fix = didYouMean(near, `known here: ${known.join(', ')}`);
    const problem = { code: 'unknown-key', path: formatPath([...path, key]), what: 'is not a setting', fix };
    return { problem, meant: near && formatPath([...path, near]) };
  });
}

/** Compared without namespaces: a missing namespace is no difference then, and a right one makes no two words similar. */
function nearestKey(key: string, known: readonly string[]): string | undefined {
  const word = (name: string) => name.slice(name.indexOf(':') + 1);
  const byWord = new Map(known.map((name) => [word(name), name]));
  return byWord.get(closest(word(key), byWord.keys()) ?? '');
}

/** Without the mark that it may be absent; undefined for a path that the definition does not have. */
function typeAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): z.ZodType | undefined {
  const type = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  const [part, ...rest] = path;
  if (type instanceof z.ZodPipe && type.out instanceof z.ZodObject) return typeAt(type.out, path);
  if (part === undefined) return type;
  if (type instanceof z.ZodObject) return typeAt(type.shape[String(part)] as z.ZodType | undefined, rest);
  if (type instanceof z.ZodArray) return typeAt(type.element as z.ZodType, rest);
  if (type instanceof z.ZodRecord) return typeAt(type.valueType as z.ZodType, rest);
  return undefined;
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const type = typeAt(schema, path);
  if (type instanceof z.ZodDiscriminatedUnion)
    return [...new Set(type.options.flatMap((option) => keysAt(option as z.ZodType, [])))];
  return type instanceof z.ZodObject ? Object.keys(type.shape) : [];
}

/** zod applies a refinement with this also to a value that has issues already. */
export const WITH_OTHER_ISSUES = { when: () => true };

export type Partly<Value> = Value extends RedirectDestination
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly (Partly<Item> | undefined)[]
    : Value extends object
      ? { readonly [Key in keyof Value]?: Partly<Value[Key]> }
      : Value;

/** `value` with undefined in place of each part that has an issue: zod leaves those parts as they are written. */
export function withoutFaults<Value>(value: Value, issues: readonly RawIssue[]): Partly<Value> {
  const faulty = new Set(issues.filter(({ code }) => code !== 'unrecognized_keys').map(pathOf));
  const copy = (part: unknown, path: readonly PropertyKey[]): unknown => {
    if (faulty.has(formatPath(path))) return undefined;
    if (Array.isArray(part)) return part.map((item, index) => copy(item, [...path, index]));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, copy(inner, [...path, key])]));
  };
  return copy(value, []) as Partly<Value>;
}

/** Of a union no option was applied: the issue names its discriminator, and the whole is not parsed. */
function pathOf({ code, path = [] }: RawIssue): string {
  return formatPath(code === 'invalid_union' ? path.slice(0, -1) : path);
}
