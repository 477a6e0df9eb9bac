// What the commands ask git, and the git of this machine as the answer to it.
import { type ExecFileException, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UsageError } from '@petstore/custom-domains/output';

/** The checkout that a file is in: its branch, and where the branch is pushed. */
export interface Checkout {
  /** A branch other than the default one; undefined where a new one is needed. */
  readonly branch?: string;
  /** Undefined where the repository has none: nobody can be asked to pull. */
  readonly remote?: string;
  /** The last commit has the file. */
  readonly isTracked: boolean;
  /** The file differs from the last commit, or is in none. */
  readonly isChanged: boolean;
}

export type Git = typeof systemGit;

/** Paths are relative to the folder, which may be below the top of the checkout. */
export const systemGit = { baseOf, fileAt, filesAt, checkout };

const LIMITS = { timeout: 20_000, maxBuffer: 64 * 1024 * 1024 };

/** The commit where HEAD left the revision, so that what others have merged there since is no part of the change; the revision itself where
 * git finds none, as in a shallow clone. Throws UsageError where git has no such revision in the folder, or is not there. */
async function baseOf(folder: string, revision: string): Promise<string> {
  const commit = `${revision}^{commit}`;
  const { output: common } = await git(folder, ['merge-base', '--end-of-options', commit, 'HEAD']);
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', commit];
  const { output = common, reason } = common === undefined ? await git(folder, args) : { reason: '' };
  if (output !== undefined) return output.trim();
  // With --quiet, git is silent of a name that it does not know: what it says is why it looked up none.
  if (reason !== '') throw unread(folder, reason);
  throw new UsageError(`Git has no revision "${revision}" here.`, 'git fetch origin, or give another --base');
}

function unread(what: string, reason: string): UsageError {
  const fix = 'run it in a clone that git can read, or name its folder with --dir; git status says more';
  return new UsageError(`Git cannot read ${what}: ${reason.split('\n')[0]}.`, fix);
}

/** The text of a file at a revision; undefined where the revision has none. Throws UsageError for one that git cannot read, as a partial clone
 * without its remote: each removal since then would be missed. */
async function fileAt(folder: string, revision: string, name: string): Promise<string | undefined> {
  const { output, reason } = await git(folder, ['show', `${revision}:./${name}`]);
  if (output !== undefined || !(await filesAt(folder, revision)).includes(name)) return output;
  throw unread(`${name} at ${revision}`, reason);
}

/** The names of the files of the folder at a revision. Throws UsageError as `fileAt`. */
async function filesAt(folder: string, revision: string): Promise<readonly string[]> {
  const args = ['ls-tree', '--name-only', '-z', '--end-of-options', revision];
  const { output, reason } = await git(folder, args);
  if (output === undefined) throw unread(folder, reason);
  return output.split('\0').filter(Boolean);
}

/** `output` is undefined where git fails; `reason` is then what it says, without "fatal: ". Throws UsageError where there is no git. */
async function git(folder: string, args: readonly string[]): Promise<{ output?: string; reason: string }> {
  try {
    const { stdout } = await promisify(execFile)('git', [...args], { ...LIMITS, cwd: folder });
    return { output: stdout, reason: '' };
  } catch (error) {
    const { code, killed, stderr = '' } = error as ExecFileException & { readonly stderr?: string };
    if (code === 'ENOENT')
      throw new UsageError('--base needs git, which is not on the path.', 'install it, or leave --base out');
    if (killed) return { reason: `it had no whole answer within ${LIMITS.timeout / 1000} s and 64 MB` };
    return { reason: stderr.replace(/^(fatal|error): /, '').trim() };
  }
}

/** Undefined where the folder is in no checkout, or there is no git. */
async function checkout(folder: string, file: string): Promise<Checkout | undefined> {
  /** The first line; undefined where there is none, where git fails, and without git. */
  const line = async (...args: string[]) =>
    (await git(folder, args).catch(() => undefined))?.output?.split('\n')[0] || undefined;
  if ((await line('rev-parse', '--is-inside-work-tree')) !== 'true') return undefined;
  // No branch: HEAD is detached, and a commit there would be on none.
  const current = await line('symbolic-ref', '--quiet', '--short', 'HEAD');
  const own = current && (await line('config', `branch.${current}.remote`));
  const origin = (await line('remote', 'get-url', 'origin')) && 'origin';
  const remote = own ?? origin ?? (await line('remote'));
  // The default branch is what the remote had when it was cloned; without that, it has one of the usual names.
  const head = remote && (await line('symbolic-ref', '--quiet', '--short', `refs/remotes/${remote}/HEAD`));
  const defaults = head === undefined ? ['main', 'master'] : [head.replace(`${remote}/`, '')];
  return {
    branch: current !== undefined && defaults.includes(current) ? undefined : current,
    remote,
    isTracked: (await line('ls-tree', 'HEAD', '--', file)) !== undefined,
    isChanged: (await line('status', '--porcelain', '--', file)) !== undefined,
  };
}
