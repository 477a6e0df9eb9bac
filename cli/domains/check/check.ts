// `domains check`: the preflight's findings, before anything is created.
import type { Gated } from '@petstore/custom-domains/output';
import { type Context, openContext, type SharedOptions } from '../context.ts';
import { deploymentEnded } from '../deployment-end.ts';
import { reportJson } from '../formats/json.ts';
import { reportMarkdown } from '../formats/markdown.ts';
import { reportText } from '../formats/text.ts';
import { type InspectOptions, inspect } from '../inspect.ts';
import type { Io } from '../io.ts';
import { otherStacks, otherStatus, reportCommand } from '../other-stacks.ts';
import type { StackReport } from '../stack-report.ts';

export const CHECK_FORMATS = ['text', 'json', 'markdown'] as const;

export interface CheckCommandOptions extends SharedOptions, InspectOptions {
  readonly format: (typeof CHECK_FORMATS)[number];
}

/** Resolves to the exit status. */
export async function runCheck(options: CheckCommandOptions, io: Io): Promise<number> {
  const { host = [], base } = options;
  // A host is named in a file that is there.
  const compared = host.length === 0 ? base : undefined;
  const context = openContext({ ...options, base: compared }, io);
  await deploymentEnded(context);
  const report = await withOthers(await inspect(context, options), context, { ...options, base: compared });
  io.print(render(report, options.format, io));
  return report.status;
}

/** Hosts that are named are all that is asked for; anything else that `base` differs in must not pass for healthy. */
async function withOthers(
  report: StackReport,
  { folder, stack }: Context,
  { base, ...options }: Pick<CheckCommandOptions, 'base' | 'stack' | 'dir'>,
): Promise<StackReport> {
  if (base === undefined) return report;
  const others = await otherStacks({ folder, stack, base, dir: options.dir });
  const found = [report.status, otherStatus(others, options)];
  const status = ([1, 3] as const).find((one) => found.includes(one)) ?? 0;
  if (others.length === 0) return { ...report, others, status };
  return { ...report, others, readAll: reportCommand({ base, dir: options.dir }), status };
}

function render(report: StackReport, format: CheckCommandOptions['format'], io: Io): Gated {
  if (format === 'json') return reportJson(report);
  return format === 'markdown' ? reportMarkdown(report) : reportText(report, io);
}
