import { join, pad, shown, widthOf } from '@petstore/custom-domains/output';

/** A problem of the config, to be fixed before anything can be deployed. */
export interface Problem {
  /** Stable, for machines: `unknown-key`, `bad-host`, … */
  readonly code: string;
  /** The place of the value: `petstore:docs.redirects[0].from`. */
  readonly path: string;
  /** What is wrong, with the value found, in one sentence without a final dot. */
  readonly what: string;
  /** What to do about it, in one sentence without a final dot. */
  readonly fix: string;
}

/** Every problem of a config at once; the message lists them for a person. */
export class ProblemsError extends Error {
  readonly code = 'config-problems';
  readonly problems: readonly Problem[];

  constructor(source: string, problems: readonly Problem[]) {
    super(formatProblems(source, problems));
    this.name = 'ProblemsError';
    this.problems = problems;
  }
}

/** The list as text: a heading, then the path, what is wrong and the fix of each problem, aligned. */
export function formatProblems(source: string, problems: readonly Problem[]): string {
  const width = Math.max(...problems.map(({ path }) => widthOf(path)));
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const rows = problems.map(
    ({ path, what, fix }) => shown`  ${pad(path, width)}  ${what}\n  ${' '.repeat(width)}  ${fix}`,
  );
  return String(join([shown`${source} has ${count}; nothing was changed.`, '', ...rows]));
}
