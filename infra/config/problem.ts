import { command, count, join, pad, shown, widthOf, wrap } from '@petstore/custom-domains/output';

/** A place in a text; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Problem {
  /** Stable, for machines: `unknown-key`, `bad-host`, … */
  readonly code: string;
  /** The place of the value: `petstore:docs.redirects[0].from`. */
  readonly path: string;
  /** In the stack's file. Undefined where the config comes from the engine, or the value from a default. */
  readonly place?: Place;
  readonly what: string;
  readonly fix: string;
  /** The commands, and the file names, that `fix` has in it, as they stand there: code where text has a form for it. */
  readonly commands?: readonly string[];
}

/** Every problem of a config at once; the message lists them for a person, as `formatProblems` does. */
export class ProblemsError extends Error {
  override readonly name = 'ProblemsError';
  readonly code = 'config-problems';
  readonly problems: readonly Problem[];
  readonly summary: string;
  /** The same for a command that has been given these options, which those that the fixes name need too. */
  readonly withWords: (words: readonly string[]) => ProblemsError;

  constructor(source: string, problems: readonly Problem[], outcome?: string) {
    super(formatProblems(source, problems, outcome));
    this.problems = problems;
    this.summary = summarize(source, problems);
    this.withWords = (words) => new ProblemsError(source, withWords(problems, words), outcome);
  }
}

function withWords(problems: readonly Problem[], words: readonly string[]): Problem[] {
  const more = words.map((word) => command` ${word}`).join('');
  return problems.map(({ fix, commands, ...problem }) => {
    const own = commands?.filter((one) => one.startsWith('npm run ')) ?? [];
    const whole = (text: string) => own.reduce((all, one) => all.replace(one, () => one + more), text);
    return { ...problem, fix: whole(fix), commands: commands?.map(whole) };
  });
}

/** Terminals have at least as many. */
const COLUMNS = 80;

/** The place and path of each problem, then what is wrong and the fix, broken at spaces; a fix with a command stays one
 * line, to be pasted. */
export function formatProblems(source: string, problems: readonly Problem[], outcome = '; nothing was done') {
  const places = problems.map(({ place }) => (place === undefined ? '' : `${place.line}:${place.column}  `));
  const width = Math.max(...places.map(widthOf));
  const indent = ' '.repeat(Math.max(4, 2 + width));
  const rows = problems.flatMap(({ path, what, fix, commands }, row) => {
    const text = [
      ...wrap(what, COLUMNS - indent.length),
      ...(commands ? [fix] : wrap(fix, COLUMNS - indent.length)),
    ];
    return [shown`  ${pad(places[row], width)}${path}`, ...text.map((line) => shown`${indent}${line}`)];
  });
  const heading = shown`${summarize(source, problems)}${outcome}.`;
  return String(join([heading, '', ...rows]));
}

function summarize(source: string, { length }: readonly Problem[]): string {
  return `${source} has ${count(length, 'problem')}`;
}

/** The YAML library takes a time that grows with the square of keys and aliases, and recurses. 5,000 hosts have half of this. */
const MAX_BYTES = 256 * 1024;
/** A stack file has five levels. */
export const MAX_DEPTH = 32;

export function sizeProblem(path: string, bytes: number): Problem | undefined {
  if (bytes <= MAX_BYTES) return undefined;
  return tooLarge(path, `has ${Math.ceil(bytes / 1024)} KB, where at most ${MAX_BYTES / 1024} are read`);
}

export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

export function tooLarge(path: string, what = `has more than ${MAX_DEPTH} levels`): Problem {
  return { code: 'too-large', path, what, fix: 'remove what is not a setting of the stack' };
}
