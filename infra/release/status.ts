// What is live, what was before, and the last releases.
import type { ReleaseClients } from './access.ts';
import { type LiveAlias, readAlias } from './alias.ts';
import { type Deployment, listDeployments, readDeployment } from './deployments.ts';
import type { ReleaseGroup } from './names.ts';

export interface ReleaseStatus {
  readonly live: string;
  /** Absent before the second release. */
  readonly before?: string;
  readonly canary?: LiveAlias['canary'];
  readonly takenBack?: LiveAlias['takenBack'];
  /** The newest first; empty for a stack whose new code gets every call at once. */
  readonly releases: readonly Deployment[];
}

export interface ReleasedFunction {
  readonly functionName: string;
  readonly group: ReleaseGroup;
  /** The stack's output: what was before, as of the last run of Pulumi. */
  readonly knownBefore: string | undefined;
}

const SHOWN_RELEASES = 5;
/** The service model names no order of ListDeployments. It has returned the newest first: so many are compared. */
const READ_RELEASES = 25;

export async function readStatus(
  clients: ReleaseClients,
  { functionName, group, knownBefore }: ReleasedFunction,
): Promise<ReleaseStatus> {
  const [{ version: live, canary, takenBack }, ids] = await Promise.all([
    readAlias(clients, functionName),
    listDeployments(clients, group),
  ]);
  const read = await Promise.all(ids.slice(0, READ_RELEASES).map((id) => readDeployment(clients, id)));
  const byAge = read.toSorted((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? ''));
  const releases = byAge.slice(0, SHOWN_RELEASES);
  const last = releases.find(
    ({ to, status, goesBackFrom }) => to === live && status === 'Succeeded' && goesBackFrom === undefined,
  );
  // By CodeDeploy's last release of the live version; the output is older than a release that `pulumi up` did not end.
  const before = last?.from ?? (knownBefore === live ? undefined : knownBefore);
  return { live, before, canary, takenBack, releases };
}
