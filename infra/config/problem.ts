import { join, type Part, pad, shown, widthOf } from '@petstore/custom-domains/output';

/** A place in a text; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A problem of the config, to be fixed before anything can be deployed. */
export interface Problem {
  /** Stable, for machines: `unknown-key`, `bad-host`, … */
  readonly code: string;
  /** The place of the value: `petstore:docs.redirects[0].from`. */
  readonly path: string;
  /** In the stack's file. Undefined where the config comes from the engine, or the value from a default. */
  readonly place?: Place;
  /** What is wrong, with the value found, in one sentence without a final dot. */
  readonly what: string;
  /** What to do about it, in one sentence without a final dot. */
  readonly fix: string;
  /** The commands, and the file names, that `fix` has in it, as they stand there: code where text has a form for it. */
  readonly commands?: readonly string[];
}

/** Every problem of a config at once; the message lists them for a person. */
export class ProblemsError extends Error {
  readonly code = 'config-problems';
  readonly problems: readonly Problem[];
  readonly #source: string;

  constructor(source: string, problems: readonly Problem[]) {
    super(formatProblems(source, problems));
    this.name = 'ProblemsError';
    this.problems = problems;
    this.#source = source;
  }

  /** The message for a command that only reads, and changes nothing in any case. */
  get whenRead(): string {
    return formatProblems(this.#source, this.problems, '');
  }
}

/** An edit that was not made: the file has none of these problems, and would have them. */
export class RefusedEditError extends ProblemsError {
  constructor(source: string, problems: readonly Problem[]) {
    super(source, problems);
    this.name = 'RefusedEditError';
    this.message = problemList(
      `${source} was not changed. The change has ${countOf(problems)} (places as in the changed file):`,
      problems,
    );
  }

  override get whenRead(): string {
    return this.message;
  }
}

/** The list as text: a heading, then the place and path, what is wrong and the fix of each problem, aligned. `outcome` ends the heading. */
export function formatProblems(
  source: string,
  problems: readonly Problem[],
  outcome = '; nothing was changed',
): string {
  return problemList(`${source} has ${countOf(problems)}${outcome}.`, problems);
}

const countOf = ({ length }: readonly Problem[]): string =>
  length === 1 ? '1 problem' : `${length} problems`;

function problemList(heading: string, problems: readonly Problem[]): string {
  const places = column(problems.map(({ place }) => place && `${place.line}:${place.column}`));
  const paths = column(problems.map(({ path }) => path));
  const rows = problems.map(({ what, fix }, row) => {
    const start = shown`${places[row]}${paths[row]}`;
    return shown`  ${start}${what}\n  ${pad('', widthOf(start))}${fix}`;
  });
  return String(join([shown`${heading}`, '', ...rows]));
}

/** The parts in one width, with a gap after them; without any where all are empty. */
function column(parts: readonly Part[]): Part[] {
  const width = Math.max(...parts.map(widthOf));
  return parts.map((part) => (width === 0 ? '' : pad(part, width + 2)));
}
