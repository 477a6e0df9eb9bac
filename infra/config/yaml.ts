// YAML text to data, as Pulumi reads it, or its syntax problems with line and column.
import { type Document, parseDocument } from 'yaml';
import type { Problem } from './problem.ts';

export type YamlResult = { readonly value: unknown } | { readonly problems: readonly Problem[] };

/** YAML 1.2 with merge keys and aliases; at most 100 uses of an alias, so that a few lines cannot expand to gigabytes. */
export function parseYaml(name: string, text: string): YamlResult {
  const document = parseDocument(text, { merge: true, prettyErrors: false });
  if (document.errors.length === 0) return toData(name, document);
  return { problems: document.errors.map(({ pos, message }) => syntaxProblem(name, text, pos[0], message)) };
}

/** An alias without an anchor is an error only here. */
function toData(name: string, document: Document): YamlResult {
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    const what = (error as Error).message;
    return {
      problems: [{ code: 'bad-yaml', path: name, what, fix: 'write the values out, without aliases' }],
    };
  }
}

function syntaxProblem(name: string, text: string, at: number, what: string): Problem {
  const before = text.slice(0, at).split('\n');
  const path = `${name}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  return { code: 'bad-yaml', path, what, fix: 'fix the YAML there first: the config could not be read' };
}

export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
