// From a changed stack file to a pull request: the lines that differ from the last commit, and the commands.
import { shellQuoted } from '@petstore/custom-domains/output';
import { readStackFile, stackFile } from '../../../../infra/config/stack-file.ts';
import { fileAt } from '../../stack.ts';
import { type DiffLine, lineDiff } from './preview.ts';

export interface PullRequest {
  readonly file: string;
  /** Undefined: the folder is not in a git checkout, or has no commit of the file. */
  readonly diff: readonly DiffLine[] | undefined;
  readonly commands: readonly string[];
}

export async function pullRequest(folder: string, stack: string, title: string): Promise<PullRequest> {
  const file = `Pulumi.${stack}.yaml`;
  const now = readStackFile(stackFile(folder, stack));
  const committed = await fileAt(folder, 'HEAD', file).catch(() => undefined);
  const diff = committed === undefined || 'problems' in now ? undefined : lineDiff(committed, now.text);
  return { file, diff, commands: commandsFor(file, title) };
}

function commandsFor(file: string, title: string): string[] {
  const branch = title
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|[-.]+$/g, '');
  return [
    `git switch --create ${shellQuoted(branch)}`,
    `git commit --message ${shellQuoted(title)} -- ${shellQuoted(file)}`,
    'git push --set-upstream origin HEAD',
    'gh pr create --fill',
  ];
}
