// From a changed stack file to its deployment: the lines that differ from the last commit, and the commands.
import { normaliseHost } from '@petstore/custom-domains/names';
import { readStackFile, stackFile } from '../../../../infra/config/stack-file.ts';
import type { Context } from '../../context.ts';
import { type EditCommands, editCommands, VERBS } from '../../pull-request.ts';
import { type DiffLine, lineDiff } from './preview.ts';

export interface PullRequest extends EditCommands {
  readonly file: string;
  /** Undefined: the folder is not in a git checkout, or has no commit of the file. */
  readonly diff: readonly DiffLine[] | undefined;
}

/** Undefined where the verb is not that of an edit, or the host is not a host name. */
export async function pullRequest(context: Context, verb = '', host = ''): Promise<PullRequest | undefined> {
  const edit = VERBS.find((one) => one === verb);
  const named = normaliseHost(host);
  if (edit === undefined || !named.ok) return undefined;
  const { io, folder, stack } = context;
  const file = `Pulumi.${stack}.yaml`;
  const now = readStackFile(stackFile(folder, stack));
  const committed = await io.git.fileAt(folder, 'HEAD', file).catch(() => undefined);
  const diff = committed === undefined || 'problems' in now ? undefined : lineDiff(committed, now.text);
  return { file, diff, ...(await editCommands(context, edit, named.host)) };
}

export function pullRequestPath(stack: string, verb: (typeof VERBS)[number], host: string): string {
  const query = new URLSearchParams({ verb, host });
  return `/stacks/${encodeURIComponent(stack)}/pull-request?${query.toString()}`;
}
