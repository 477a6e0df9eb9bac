// `domains check`: the preflight's findings, before anything is created.
import { ProblemsError } from '../../../infra/config/problem.ts';
import { openContext, type SharedOptions } from '../context.ts';
import { problemsJson, reportJson } from '../formats/json.ts';
import { problemsMarkdown, reportMarkdown } from '../formats/markdown.ts';
import { othersText, reportText } from '../formats/text.ts';
import type { StackReport } from '../host-report.ts';
import { type InspectOptions, inspect } from '../inspect.ts';
import { type Io, reportFailure } from '../io.ts';
import { deploymentEnded } from '../running-cloud.ts';
import { type Others, otherStatus, othersOf } from '../stack.ts';

export const CHECK_FORMATS = ['text', 'json', 'markdown'] as const;
type Format = (typeof CHECK_FORMATS)[number];

export interface CheckCommandOptions extends SharedOptions, InspectOptions {
  readonly format: Format;
}

/** Resolves to the exit status: 2 where the config has problems, which every format has. */
export async function runCheck(options: CheckCommandOptions, io: Io): Promise<number> {
  const { host = [], base, dir, format } = options;
  // Where hosts are named, the stack's file exists, and the other stacks are of no interest.
  const compared = host.length === 0 ? base : undefined;
  const context = openContext({ ...options, base: compared }, io);
  await deploymentEnded(context);
  const { stack } = context;
  const readOthers = () => othersOf(context, compared, dir);
  try {
    const found = await inspect(context, options);
    const others = await readOthers();
    // Anything else that `base` differs in must not pass for healthy.
    const statuses = [found.status, otherStatus(others.others ?? [], options)];
    const status = ([1, 3] as const).find((one) => statuses.includes(one)) ?? 0;
    const report: StackReport = { ...found, ...others, status };
    if (format === 'json') io.print(reportJson(report));
    else io.print(format === 'markdown' ? reportMarkdown(report) : reportText(report, io));
    return status;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    printProblems(error, { ...(await readOthers()), stack, base }, format, io);
    return 2;
  }
}

/** A program reads standard output, and a person what went wrong on standard error. */
function printProblems(
  error: ProblemsError,
  known: Others & Pick<StackReport, 'stack' | 'base'>,
  format: Format,
  io: Io,
): void {
  const { problems } = error;
  if (format === 'json') io.print(problemsJson(problems, known));
  else if (format === 'markdown') io.print(problemsMarkdown(problems, known));
  else {
    reportFailure(error.whenRead, io);
    for (const line of othersText(known)) io.error(line);
  }
}
