// `domains check` and `domains report`: what preflight finds, before anything is made.
import { formatProblems, ProblemsError } from '../../problem.ts';
import { openContext, type SharedOptions } from './context.ts';
import { type InspectOptions, inspect, type StackReport } from './inspect.ts';
import type { Io } from './io.ts';
import { reportJson } from './report-json.ts';
import { reportMarkdown } from './report-markdown.ts';
import { reportText } from './report-text.ts';

export const checkFormats = ['text', 'json', 'markdown'] as const;

export interface CheckCommandOptions extends SharedOptions, InspectOptions {
  readonly format: (typeof checkFormats)[number];
}

/** Resolves to the exit status. */
export async function runCheck(options: CheckCommandOptions, io: Io): Promise<number> {
  const report = await inspect(openContext(options, io), options);
  io.print(render(report, options.format, io));
  return report.status;
}

/** As Markdown, and where the config is wrong, its problems: a comment on a pull request is to say that too. */
export async function runReport(options: SharedOptions & InspectOptions, io: Io): Promise<number> {
  const context = openContext(options, io);
  try {
    const report = await inspect(context, options);
    io.print(reportMarkdown(report));
    return report.status;
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    const text = formatProblems(`Pulumi.${context.stack}.yaml`, error.problems);
    io.print(`### Domains of ${context.stack}: the config is wrong\n\n\`\`\`text\n${text}\n\`\`\``);
    return 2;
  }
}

function render(report: StackReport, format: CheckCommandOptions['format'], io: Io): string {
  if (format === 'json') return reportJson(report);
  return format === 'markdown' ? reportMarkdown(report) : reportText(report, io);
}
