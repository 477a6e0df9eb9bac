// The git checkout that a stack's file is in: its branch, and where the branch is pushed.
import { git } from './stack.ts';

export interface Checkout {
  /** A branch other than the default one; undefined where a new one is needed. */
  readonly branch?: string;
  /** The branch was pushed before, so that it may have a pull request. */
  readonly isPushed: boolean;
  /** Undefined where the repository has none: nobody can be asked to pull. */
  readonly remote?: string;
  /** Git has the file already. */
  readonly isTracked: boolean;
  /** The file differs from the last commit, or is in none. */
  readonly isChanged: boolean;
}

/** Undefined where the folder is in no checkout, or there is no git. `file`: relative to the folder. */
export async function readCheckout(folder: string, file: string): Promise<Checkout | undefined> {
  const line = (...args: string[]) => firstLine(folder, args);
  if ((await line('rev-parse', '--is-inside-work-tree')) !== 'true') return undefined;
  // No branch: HEAD is detached, and a commit there would be on none.
  const current = await line('symbolic-ref', '--quiet', '--short', 'HEAD');
  const remote = await remoteOf(folder, current);
  const isDefault = current === undefined || current === (await defaultBranch(folder, remote, current));
  return {
    ...(!isDefault && { branch: current }),
    isPushed: !isDefault && (await line('rev-parse', '--quiet', '--verify', '@{upstream}')) !== undefined,
    remote,
    isTracked: await isTracked(folder, file),
    isChanged: (await line('status', '--porcelain', '--', file)) !== undefined,
  };
}

/** Git has the file; false where the folder is in no checkout, or there is no git. `file`: relative to the folder. */
export async function isTracked(folder: string, file: string): Promise<boolean> {
  return (await firstLine(folder, ['ls-files', '--', file])) !== undefined;
}

/** What deployments are made from: where the branch left the remote's default one. Without a remote, the last commit; else undefined. */
export async function deployedRevision(folder: string): Promise<string | undefined> {
  const current = await firstLine(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  const remote = await remoteOf(folder, current);
  if (remote === undefined) return lastCommit(folder);
  const main = `${remote}/${await defaultBranch(folder, remote, current ?? '')}`;
  return firstLine(folder, ['merge-base', 'HEAD', main]);
}

/** Undefined in front of the first one, outside of a checkout, and without git. */
export function lastCommit(folder: string): Promise<string | undefined> {
  return firstLine(folder, ['rev-parse', '--quiet', '--verify', 'HEAD']);
}

/** The branch's own, else `origin`, else any. */
async function remoteOf(folder: string, branch: string | undefined): Promise<string | undefined> {
  const own = branch && (await firstLine(folder, ['config', `branch.${branch}.remote`]));
  if (own) return own;
  const all = (await output(folder, ['remote']))?.split('\n').filter(Boolean) ?? [];
  return all.find((name) => name === 'origin') ?? all[0];
}

/** As the remote has it when it was cloned; without that, by the usual names. */
async function defaultBranch(folder: string, remote: string | undefined, current: string): Promise<string> {
  const head =
    remote && (await firstLine(folder, ['symbolic-ref', '--quiet', `refs/remotes/${remote}/HEAD`]));
  if (head) return head.replace(`refs/remotes/${remote}/`, '');
  return ['main', 'master'].includes(current) ? current : 'main';
}

async function firstLine(folder: string, args: readonly string[]): Promise<string | undefined> {
  return (await output(folder, args))?.split('\n')[0] || undefined;
}

/** Undefined where git fails, or there is none. */
function output(folder: string, args: readonly string[]): Promise<string | undefined> {
  return git(folder, args).catch(() => undefined);
}
