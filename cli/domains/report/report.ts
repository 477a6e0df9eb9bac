// `domains check`: the preflight's findings of a stack, before anything is created. `domains report`: the effect of a change on the
// hosts and resources of all stacks, as one comment on a pull request.
import { resolve } from 'node:path';
import { UsageError } from '@petstore/custom-domains/output';
import { verdictOf } from '@petstore/custom-domains/preflight';
import { ProblemsError } from '../../../infra/config/problem.ts';
import { assertFolder } from '../../options.ts';
import { type Context, openContext, type SharedOptions } from '../context.ts';
import { problemsJson, reportJson } from '../formats/json.ts';
import { comment, othersMarkdown, problemBlocks, reportBlocks } from '../formats/markdown.ts';
import { reportText } from '../formats/text.ts';
import type { HostReport } from '../hosts.ts';
import { type InspectOptions, inspect, type StackReport } from '../inspect.ts';
import type { Io } from '../io.ts';
import { otherStatus, othersOf, stacksSince } from '../stack.ts';
import { previewFiles, readPreview, resourceBlocks } from './preview.ts';

type Status = 0 | 1 | 2 | 3;

/** Resolves to the exit status. Throws ProblemsError where the config has problems, which JSON has itself. */
export async function runCheck(options: SharedOptions & InspectOptions, io: Io): Promise<number> {
  const { host = [], base, format } = options;
  const compared = host.length === 0 ? base : undefined;
  const context = openContext({ ...options, base: compared }, io);
  const { folder, stack, reading, words } = context;
  let status: Status = 2;
  try {
    const found = await inspect(context, options);
    const others = await othersOf(io.git, folder, compared, [stack], reading);
    // Anything else that `base` differs in must not pass for healthy.
    status = worstOf(found.status, otherStatus(others, options.stack !== undefined));
    const report: StackReport = { ...found, others, status };
    io.print(format === 'json' ? reportJson(report) : reportText(report, io));
  } catch (error) {
    // A program reads standard output, and a person what went wrong on standard error.
    if (format !== 'json' || !(error instanceof ProblemsError)) throw error;
    io.print(problemsJson(error.withWords(words).problems, stack, base));
  }
  return status;
}

interface ReportOptions extends Omit<SharedOptions, 'stack' | 'outputs'> {
  readonly base: string;
  /** By default all stacks of the folder, and those whose file is removed since `base`, except the local one. */
  readonly stack?: readonly string[];
  /** `STACK=FILE` each, with the output of `pulumi preview --json`. */
  readonly preview?: readonly string[];
}

/** Resolves to the exit status: a known problem takes precedence over something that could not be read. */
export async function runReport(options: ReportOptions, io: Io): Promise<number> {
  const { base, preview = [] } = options;
  const folder = resolve(io.folder, options.dir ?? '.');
  assertFolder(folder);
  const stacks = options.stack ?? (await stacksSince(io.git, folder, base));
  if (stacks.length === 0)
    throw new UsageError(`${folder} has no stack file.`, "run it in the project's folder");
  const files = previewFiles(preview, stacks);
  const contexts = stacks.map((stack) => openContext({ ...options, stack }, io));
  const parts: Awaited<ReturnType<typeof stackPart>>[] = [];
  for (const context of contexts) parts.push(await stackPart(context, base, files.get(context.stack)));
  // Without --stack, no stack of the change is left.
  const others = await othersOf(io.git, folder, options.stack && base, stacks, contexts[0]?.reading);
  const lines = othersMarkdown(others).map((text) => ({ text }));
  io.print(comment([...parts.flatMap(({ blocks }) => blocks), ...lines]));
  return worstOf(...parts.map(({ status }) => status), otherStatus(others, options.stack !== undefined));
}

/** What is known to be wrong comes before what could not be found out. */
function worstOf(...statuses: readonly Status[]): Status {
  return ([2, 1, 3] as const).find((one) => statuses.includes(one)) ?? 0;
}

async function stackPart(context: Context, base: string, file: string | undefined) {
  const { stack, folder, words } = context;
  const preview = file === undefined ? undefined : readPreview(resolve(folder, file), stack);
  try {
    const report = await inspect(context, { base }, preview?.deployed);
    const isShown = ({ findings, next }: HostReport) => verdictOf(findings) !== 'ok' || next.length > 0;
    const shown = new Set(report.hosts.filter(isShown).map(({ plan }) => plan.host));
    const resources = preview ? resourceBlocks(stack, preview, shown) : [];
    const failed = preview && preview.errors.length > 0 ? 3 : 0;
    return { blocks: [...reportBlocks(report), ...resources], status: worstOf(report.status, failed) };
  } catch (error) {
    if (!(error instanceof ProblemsError)) throw error;
    return { blocks: problemBlocks(stack, error.withWords(words).problems), status: 2 as const };
  }
}
