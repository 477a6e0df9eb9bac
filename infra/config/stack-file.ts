// Pulumi.<stack>.yaml as a file: its text to config by key, with the project's defaults, or its problems.
import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { command, unreadableFile } from '@petstore/custom-domains/output';
import { type Alias, type ErrorCode, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import type { RawConfig } from './declared.ts';
import { type ParseResult, parseSettings } from './parse.ts';
import { placed } from './places.ts';
import { MAX_DEPTH, type Problem, ProblemsError, sizeProblem, tooLarge } from './problem.ts';
import { isMapping } from './value.ts';

type Problems = { readonly problems: readonly Problem[] };
type ParsedText = { readonly raw: RawConfig } | Problems;

export interface StackText {
  /** The name in problems: `Pulumi.production.yaml`. */
  readonly name: string;
  readonly text: string;
  readonly projectText?: string;
}

export function stackFile(folder: string, stack: string): string {
  return join(folder, `Pulumi.${stack}.yaml`);
}

export function loadSettings(folder: string, stack: string): ParseResult {
  const file = readStackFile(stackFile(folder, stack));
  return 'problems' in file ? file : settingsOf(stack, file);
}

export function settingsOf(stack: string, file: StackText): ParseResult {
  const config = parseStackText(file);
  if ('problems' in config) return config;
  const result = parseSettings(stack, config.raw);
  if ('settings' in result) return result;
  return { problems: placed(result.problems, file.text) };
}

/** Of problems that something else than the file shows: with their places in it, where it can be read. */
export function problemsInFile(problems: readonly Problem[], folder: string, stack: string): ProblemsError {
  const path = stackFile(folder, stack);
  const file = readStackFile(path);
  return new ProblemsError(basename(path), 'text' in file ? placed(problems, file.text) : problems);
}

export function readStackFile(file: string): StackText | Problems {
  if (!existsSync(file)) return { problems: [noSuchStack(file)] };
  const project = join(dirname(file), 'Pulumi.yaml');
  const [text, projectText] = [readText(file), existsSync(project) ? readText(project) : ''];
  const problems = [text, projectText].filter((read) => typeof read !== 'string');
  if (typeof text !== 'string' || typeof projectText !== 'string') return { problems };
  return { name: basename(file), text, ...(projectText !== '' && { projectText }) };
}

function readText(file: string): string | Problem {
  const unreadable = (what: string): Problem => {
    const fix = 'restore it, as text in UTF-8 that this user may read';
    return { code: 'unreadable-file', path: basename(file), what, fix };
  };
  try {
    const kind = statSync(file);
    // A device or a pipe may have no end.
    if (!kind.isFile() && !kind.isDirectory()) return unreadable('is a device or a pipe');
    const bytes = readFileSync(file);
    if (bytes.toString().trim() === '') return unreadable('is empty');
    // UTF-16, which some shells of Windows write, is valid UTF-8 too, with a NUL beside each letter. YAML has none.
    return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : unreadable('is not text in UTF-8');
  } catch (error) {
    return unreadable(unreadableFile(error));
  }
}

export function stacksIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((name) => stackOf(name) ?? []);
}

/** The stack of a file by its name, in the characters that Pulumi takes; undefined for any other file. */
export function stackOf(name: string): string | undefined {
  return /^Pulumi\.([A-Za-z0-9._-]+)\.yaml$/.exec(name)?.[1];
}

export function restoring(file: string): string {
  return `if it was deleted: ${command`git checkout -- ${file}`}`;
}

function noSuchStack(file: string): Problem {
  const stacks = stacksIn(dirname(file)).join(', ');
  const fix = stacks
    ? `stacks here: ${stacks}; ${restoring(basename(file))}`
    : "run it in the project's folder";
  return { code: 'no-such-stack', path: basename(file), what: 'there is no such file', fix };
}

export function readConfig(file: string): ParsedText {
  const read = readStackFile(file);
  return 'problems' in read ? read : parseStackText(read);
}

/** Config by key, with the project's values for keys that the stack leaves out. An encrypted value stays `{ secure: … }`. */
export function parseStackText({ name, text, projectText }: StackText): ParsedText {
  const stack = parseYaml(name, text);
  const project = parseYaml('Pulumi.yaml', projectText ?? '');
  if ('problems' in stack || 'problems' in project)
    return { problems: [stack, project].flatMap((result) => ('problems' in result ? result.problems : [])) };
  const config = configOf(stack.value);
  if (config === undefined) {
    const fix = 'write "config:" with the keys indented below it';
    return { problems: [{ code: 'bad-yaml', path: name, what: 'has no mapping under "config"', fix }] };
  }
  return { raw: { ...projectDefaults(project.value), ...config } };
}

/** An empty file and an empty `config:` have no keys; undefined where `config` is not a mapping. */
function configOf(file: unknown): RawConfig | undefined {
  const config = isMapping(file) ? file.config : file;
  return isMapping(config) ? config : (config ?? null) === null ? {} : undefined;
}

/** By key: `default` of our own keys, `value` of others, or a plain value. */
function projectDefaults(project: unknown): RawConfig {
  if (!isMapping(project) || !isMapping(project.config)) return {};
  const entries = Object.entries(project.config).map(([key, entry]) => {
    // A key without a namespace belongs to the project (Pulumi, project file reference).
    const full = key.includes(':') ? key : `${String(project.name)}:${key}`;
    return [full, isMapping(entry) ? (entry.default ?? entry.value) : entry];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** YAML 1.2 with merge keys and aliases, within limits: a few lines cannot expand to gigabytes. */
function parseYaml(name: string, text: string): { readonly value: unknown } | Problems {
  const refused = sizeProblem(name, Buffer.byteLength(text)) ?? costProblem(name, text);
  if (refused !== undefined) return { problems: [refused] };
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { merge: true, prettyErrors: false, lineCounter });
  const bad = (what: string, fix: string, offset = 0): Problems => {
    const { line, col: column } = lineCounter.linePos(offset);
    return { problems: [{ code: 'bad-yaml', path: name, place: { line, column }, what, fix }] };
  };
  // The parser goes on after an error, and most of what it reports then is a consequence of the first.
  const [error] = document.errors;
  if (error !== undefined) {
    const fix = SYNTAX_FIX[error.code] ?? 'fix the YAML there first: the config could not be read';
    return bad(error.message, fix, error.pos[0]);
  }
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) };
  } catch (thrown) {
    // An alias without an anchor is an error only here.
    const aliases: Alias[] = [];
    visit(document, { Alias: (_, alias) => void aliases.push(alias) });
    const wrong = aliases.find((one) => one.resolve(document) === undefined) ?? aliases[0];
    return bad((thrown as Error).message, 'write the values out, without aliases', wrong?.range?.[0]);
  }
}

/** Together: the library compares each key with every other one of its mapping, and an alias costs as much as many keys. */
const MAX_KEYS = 8_000;
const MAX_ALIASES = 100;

/** By the library's own tokens, which come at a cost that grows with the length alone. */
function costProblem(name: string, text: string): Problem | undefined {
  // Each level that is not in brackets takes a column.
  if (/^[ \t?:-]{100}/m.test(text)) return tooLarge(name);
  let [depth, keys] = [0, 0];
  for (const token of new Lexer().lex(text)) {
    if ('[{'.includes(token)) depth += 1;
    if (']}'.includes(token)) depth -= 1;
    if (depth > MAX_DEPTH) return tooLarge(name);
    if (token === ':') keys += 1;
    if (token.startsWith('*')) keys += MAX_KEYS / MAX_ALIASES;
    if (keys > MAX_KEYS) return tooLarge(name, `has more than ${MAX_KEYS} keys or ${MAX_ALIASES} aliases`);
  }
  return undefined;
}

const SYNTAX_FIX: Readonly<Partial<Record<ErrorCode, string>>> = {
  TAB_AS_INDENT: 'indent with spaces',
  DUPLICATE_KEY: 'remove one of the two keys, or join them',
  BLOCK_AS_IMPLICIT_KEY: 'give the keys of one mapping the same indentation: compare the line below',
  MISSING_CHAR: 'look above this place for the quote or the bracket that is not closed',
};
