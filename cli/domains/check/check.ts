// `domains check`: the preflight's findings, before anything is created.
import type { Gated } from '@petstore/custom-domains/output';
import { openContext, type SharedOptions } from '../context.ts';
import { deploymentEnded } from '../deployment-end.ts';
import { reportJson } from '../formats/json.ts';
import { reportMarkdown } from '../formats/markdown.ts';
import { reportText } from '../formats/text.ts';
import { type InspectOptions, inspect } from '../inspect.ts';
import type { Io } from '../io.ts';
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
  const report = await inspect(context, options);
  io.print(render(report, options.format, io));
  return report.status;
}

function render(report: StackReport, format: CheckCommandOptions['format'], io: Io): Gated {
  if (format === 'json') return reportJson(report);
  return format === 'markdown' ? reportMarkdown(report) : reportText(report, io);
}
