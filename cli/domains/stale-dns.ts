// The zone file of the local internet has a mistake, so that the local cloud refused it: its DNS is that from before.
import { relative, resolve } from 'node:path';
import { count, type Markdown, md, paragraph, type Shown, shown } from '@petstore/custom-domains/output';
import { MARKS, paint } from '@petstore/custom-domains/preflight';
import type { ZoneFileProblem } from '@petstore/local-cloud/dns/zone-file-error';
import { formatProblems } from '../../infra/config/problem.ts';
import type { LocalPlace } from './context.ts';
import { readRunningCloud } from './running-cloud.ts';
import { UnknownStateError } from './unknown-state-error.ts';

/** Exit status 3 of whatever reads DNS then: what it finds is not of the present file. */
export interface StaleDns {
  /** From the folder of the command. */
  readonly file: string;
  readonly problems: readonly ZoneFileProblem[];
}

/** As the running cloud reports it now; undefined where its DNS is that of the present file, and for any other stack. */
export function staleDns({ folder, local, io }: LocalPlace): StaleDns | undefined {
  const running = local && readRunningCloud(folder);
  const problems = running?.deployment?.refusedInternet;
  if (problems === undefined || running?.internetFile === undefined) return undefined;
  return { file: relative(io.folder, resolve(folder, running.internetFile)), problems };
}

/** It stands before what was found in DNS. */
export function staleText(stale: StaleDns, color: boolean): Shown {
  return shown`${paint('blocked', MARKS.blocked, color)} ${paragraph(staleNote(stale))}`;
}

/** The first problem alone: the whole list is on this machine, and in the other formats. */
export function staleMarkdown({ file, problems }: StaleDns): Markdown {
  const [first] = problems;
  return md`> ${file} has ${count(problems.length, 'problem')}${OUTCOME}: ${first?.path} ${first?.what}`;
}

/** Of several lines: the file, then each problem with its line and its fix. */
export function staleNote({ file, problems }: StaleDns): string {
  return formatProblems(file, problems, OUTCOME);
}

const OUTCOME = ', so npm run local did not read it: the DNS shown here is that from before';

/** Nothing can be decided by that DNS. Throws UnknownStateError. */
export function assertFreshDns(context: LocalPlace): void {
  const stale = staleDns(context);
  if (stale === undefined) return;
  const { file, problems } = stale;
  const outcome = ', so npm run local did not read it: its DNS is that from before';
  throw new UnknownStateError(formatProblems(file, problems, outcome));
}
