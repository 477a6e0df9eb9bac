// `release status`: what is live, what was before, and the last releases. `release rollback`: every call goes to the version before.
// `release retry`: it may be released again.
import { createInterface } from 'node:readline/promises';
import {
  command,
  json,
  pad,
  printable,
  type Shown,
  shown,
  terminal,
  UsageError,
  widthOf,
} from '@petstore/custom-domains/output';
import { refreshOf } from '../../infra/plan/stack-option.ts';
import { type CloudAccess, releaseClients, releaseGroup } from '../../infra/release/access.ts';
import { type Deployment, isStoppedByPerson } from '../../infra/release/deployments.ts';
import {
  allowAgain,
  planRollback,
  type ReleasedFunction,
  type ReleaseStatus,
  type RollbackPlan,
  readStatus,
  rollBack,
} from '../../infra/release/status.ts';
import { CommandError } from '../command-error.ts';
import { readServed } from '../served-cloud.ts';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';
import { knownOutputs } from '../stack-outputs.ts';

export async function showStatus({ stack, format }: { stack: string; format: string }): Promise<void> {
  const { clients, released } = await stackRelease(stack);
  const status = await readStatus(clients, released);
  const out = terminal(process.stdout);
  if (format === 'json') out.line(json({ function: released.functionName, ...status }));
  else for (const line of statusLines(stack, status)) out.line(line);
}

function statusLines(stack: string, status: ReleaseStatus): Shown[] {
  const { live, before, canary, takenBack, releases } = status;
  const width = Math.max(11, ...releases.map(({ id }) => widthOf(id)));
  const row = (name: string, text: Shown) => shown`${pad(name, width)} ${text}`;
  const rows = [row('stack', shown`${stack}`)];
  if (canary === undefined) rows.push(row('live', shown`version ${live}, every call`));
  else {
    rows.push(row('live', shown`version ${live}, ${String(100 - canary.percent)} % of the calls`));
    rows.push(row('release', shown`version ${canary.version}, ${String(canary.percent)} % of the calls`));
  }
  rows.push(row('before', before === undefined ? shown`none` : shown`version ${before}`));
  if (takenBack) rows.push(row('taken back', shown`version ${takenBack.version} at ${takenBack.at}`));
  return [...rows, ...releases.map((one) => row(one.id, releaseText(one)))];
}

function releaseText(release: Deployment): Shown {
  const { from, to, status, startedAt, error, goesBackFrom } = release;
  const what = goesBackFrom === undefined ? shown`` : shown`, goes back from ${goesBackFrom}`;
  const why = error === undefined ? shown`` : shown`: ${error.code}`;
  const end = isStoppedByPerson(release) ? shown`stopped by a person` : shown`${status}${why}`;
  return shown`version ${from ?? '?'} to ${to ?? '?'} ${end}, ${startedAt ?? 'not started'}${what}`;
}

interface Outputs {
  readonly release?: { readonly function?: string; readonly before?: string };
  readonly region?: string;
}

/** Throws UsageError where the local cloud does not run or the outputs cannot be read, and CommandError where there is no function yet. */
export async function stackRelease(stack: string) {
  const isLocal = stack === LOCAL_STACK;
  const outputs = isLocal
    ? readServed<Outputs>('outputs')
    : await knownOutputs({ stack, what: `The function of ${stack}` });
  const { release, region } = outputs as Outputs;
  if (release?.function === undefined || region === undefined)
    throw new CommandError(`${stack} has no function yet: ${command`pulumi up --stack ${stack}`} first`);
  const access = isLocal ? readServed<Omit<CloudAccess, 'region'>>('api') : {};
  const group = releaseGroup(PROJECT, stack);
  const released: ReleasedFunction = { functionName: release.function, group, knownBefore: release.before };
  return { clients: await releaseClients({ ...access, region }), released };
}

export async function rollback({ stack, yes }: { stack: string; yes: boolean }): Promise<void> {
  const { clients, released } = await stackRelease(stack);
  const plan = planRollback(await readStatus(clients, released));
  if (!yes) await confirm(question(stack, plan));
  await rollBack(clients, released, plan);
  terminal(process.stderr).line(
    shown`Every call of ${stack} goes to version ${plan.to}. Revert the change of version ${plan.from} before the next deployment: with canaryPercent 0 that would release it again, else only ${command`npm run release -- retry --stack ${stack}`} lets it.`,
  );
}

export async function retry({ stack }: { readonly stack: string }): Promise<void> {
  const { clients, released } = await stackRelease(stack);
  const version = await allowAgain(clients, released.functionName);
  const text =
    version === undefined
      ? shown`No version of ${stack} was taken back.`
      : shown`Version ${version} may be released again: ${refreshOf(stack)}`;
  terminal(process.stderr).line(text);
}

function question(stack: string, { from, to, deploymentId }: RollbackPlan): Shown {
  return deploymentId === undefined
    ? shown`Every call of ${stack} goes from version ${from} to version ${to}. Continue? [y/N] `
    : shown`The release of version ${from} of ${stack} (${deploymentId}) ends, and every call goes to version ${to}. Continue? [y/N] `;
}

async function confirm(text: Shown): Promise<void> {
  if (process.stdin.isTTY !== true)
    throw new UsageError('There is no terminal to confirm on.', 'confirm with --yes');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(printable(text)).finally(() => lines.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('nothing was changed');
}
