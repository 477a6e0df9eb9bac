// What a stack registers, as a golden file in YAML: component, type, resource. What is shared is said once: the tags of the
// stack, the parent by the place, and what all resources of a type in a component have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Registration } from '@petstore/local-cloud/engine/backend';
import { parse, stringify } from 'yaml';
import type { Recording } from './recorder.ts';

type Inputs = Readonly<Record<string, unknown>>;
/** Component, type and name of a resource, in this order. */
type Tree = Record<string, Record<string, Record<string, Inputs>>>;

const SHARED = '(each)';

/** `type name`, without the stack and the parents' types: what a reader knows it by. */
const known = (urn: string) => urn.split('::').slice(2).join(' ').replace(/^.*\$/, '');

export const goldenFile = (stack: string) => join(import.meta.dirname, `../golden/resources/${stack}.yaml`);

interface GoldenResource {
  readonly type: string;
  readonly name: string;
  readonly inputs: Inputs;
}

/** What the program registers; program.test.ts holds the file to it. */
export function goldenResources(stack: string): readonly GoldenResource[] {
  const { resources } = parse(readFileSync(goldenFile(stack), 'utf8')) as { resources: Tree };
  return Object.values(resources)
    .flatMap((types) => Object.entries(types))
    .flatMap(([type, { [SHARED]: shared, ...named }]) =>
      Object.entries(named).map(([name, own]) => ({ type, name, inputs: { ...shared, ...own } })),
    );
}

export function goldenText(stack: string, { registrations, outputs }: Recording): string {
  const tags = { 'managed-by': 'pulumi', project: 'petstore', stack };
  const names = registrations.map(({ name }) => name);
  const shortened = (urn: string) => {
    const name = urn.split('::').at(-1) as string;
    return names.indexOf(name) === names.lastIndexOf(name) ? name : known(urn);
  };
  const tree: Tree = {};
  for (const one of registrations.toSorted((a, b) => (known(a.urn) < known(b.urn) ? -1 : 1))) {
    tree[known(one.parent)] ??= {};
    const types = tree[known(one.parent)] as Tree[string];
    types[one.type] ??= {};
    (types[one.type] as Tree[string][string])[one.name] = shown(one, tags, shortened);
  }
  const resources = Object.keys(tree)
    .sort()
    .map((parent) => {
      const types = Object.entries(tree[parent] ?? {}).map(([type, all]) => [type, withShared(all)]);
      return [parent === '' ? '(none)' : parent, Object.fromEntries(types)];
    });
  return goldenYaml({ tags, resources: Object.fromEntries(resources), outputs });
}

/** The options of a resource, in parentheses, then its inputs. Its tags are left out where they are those of the stack. */
function shown(
  { inputs, dependencies, protect, timeouts }: Registration,
  tags: object,
  shortened: (urn: string) => string,
): Inputs {
  const limits = Object.entries(timeouts).filter(([, limit]) => limit !== '');
  const isOwn = ([name, value]: [string, unknown]) => name !== 'tags' || !isDeepStrictEqual(value, tags);
  const own = Object.entries(inputs).filter(isOwn);
  return {
    ...(protect && { '(protect)': true }),
    ...(limits.length > 0 && { '(timeouts)': Object.fromEntries(limits) }),
    ...(dependencies.length > 0 && { '(after)': dependencies.map(shortened).sort() }),
    ...Object.fromEntries(own.map(([name, value]) => readable(name, value))),
  };
}

/** JSON as what it means. A file of the documentation site changes with the contract, and its own tests hold what is in it. */
function readable(name: string, value: unknown): [string, unknown] {
  if (typeof value !== 'string') return [name, value];
  if (name === 'content') return [name, '(rendered)'];
  return value.startsWith('{"') ? [`${name} (JSON)`, JSON.parse(value)] : [name, value];
}

function withShared(all: Record<string, Inputs>): Record<string, Inputs> {
  const [first, ...others] = Object.values(all);
  const isShared = ([name, value]: [string, unknown]) =>
    others.every((inputs) => isDeepStrictEqual(inputs[name], value));
  const shared = others.length === 0 ? [] : Object.entries(first as Inputs).filter(isShared);
  if (shared.length === 0) return all;
  const own = Object.entries(all).map(([name, inputs]) => {
    const rest = Object.entries(inputs).filter((entry) => !shared.some(([key]) => key === entry[0]));
    return [name, Object.fromEntries(rest)];
  });
  return { [SHARED]: Object.fromEntries(shared), ...Object.fromEntries(own) };
}

const WIDTH = 120;
const LONGEST = Number.MAX_SAFE_INTEGER;
const UNBROKEN = { lineWidth: 0, singleQuote: false, doubleQuotedMinMultiLineLength: LONGEST };

/** The data as JSON has it, short, and with differences that are easy to read. */
function goldenYaml(data: object): string {
  return `${lines(JSON.parse(JSON.stringify(data)), '').join('\n')}\n`;
}

const flow = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', aliasDuplicateObjects: false, ...UNBROKEN }).trimEnd();

/** A member in three lines at most, else its own members each on lines of their own. */
function lines(value: object, indent: string): string[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const start = `${indent}${Array.isArray(value) ? '-' : `${key}:`}`;
    const line = `${start} ${flow(member)}`;
    const deeper = `${indent}  `;
    if (typeof member === 'string' && member.includes('\n'))
      return `${start} |\n${member.trimEnd()}`.replaceAll('\n', `\n${deeper}`).split('\n');
    if (typeof member !== 'object' || Array.isArray(value) || line.length <= 3 * WIDTH)
      return wrapped(line, deeper);
    const isText = Array.isArray(member) && typeof member[0] !== 'object';
    return isText ? wrapped(line, deeper) : [start, ...lines(member, deeper)];
  });
}

/** Breaks after commas: YAML reads a line break there as a space, in quotes too. */
function wrapped(line: string, indent: string): string[] {
  const result: string[] = [];
  for (const part of line.split(/(?<=,) (?! )/)) {
    const last = result.at(-1);
    if (last !== undefined && last.length + part.length < WIDTH)
      result[result.length - 1] = `${last} ${part}`;
    else result.push(last === undefined ? part : indent + part);
  }
  return result;
}
