// `domains check`: the preflight's findings, before anything is created.
import type { Gated } from '@petstore/custom-domains/output';
import { ProblemsError } from '../../../infra/config/problem.ts';
import { openContext, type SharedOptions } from '../context.ts';
import { deploymentEnded } from '../deployment-end.ts';
import { problemsJson, reportJson } from '../formats/json.ts';
import { problemsMarkdown, reportMarkdown } from '../formats/markdown.ts';
import { othersText, reportText } from '../formats/text.ts';
import type { StackReport } from '../host-report.ts';
import { type InspectOptions, inspect } from '../inspect.ts';
import { type Io, reportFailure } from '../io.ts';
import { type Others, otherStatus, othersOf } from '../other-stacks.ts';

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
  const { folder, stack } = context;
  const readOthers = () => othersOf({ io, folder, stack, base: compared, dir });
  try {
    const report = withOthers(await inspect(context, options), await readOthers(), options);
    io.print(render(report, format, io));
    return report.status;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    printProblems(error, { ...(await readOthers()), stack, base }, format, io);
    return 2;
  }
}

/** Anything else that `base` differs in must not pass for healthy. */
function withOthers(report: StackReport, known: Others, options: SharedOptions): StackReport {
  const found = [report.status, otherStatus(known.others ?? [], options)];
  return { ...report, ...known, status: ([1, 3] as const).find((one) => found.includes(one)) ?? 0 };
}

function render(report: StackReport, format: Format, io: Io): Gated {
  if (format === 'json') return reportJson(report);
  return format === 'markdown' ? reportMarkdown(report) : reportText(report, io);
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
