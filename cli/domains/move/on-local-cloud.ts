// What is otherwise on the local cloud: its user is the owner of every old place, and nothing caches its DNS.
import { command } from '@petstore/custom-domains/output';
import { recordsText } from '../../../infra/config/host-entry.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import type { MoveFacts } from './facts.ts';
import { type Judged, open } from './step.ts';

/** `npm run local` deploys when the file is saved, and sees no change of another program. */
export const AGAIN: readonly string[] = [`touch Pulumi.${LOCAL_STACK}.yaml`];

/** The TTL of the old record, which a move in AWS waits for. */
export function noWait(ttl: number): string {
  return `; nothing caches the local DNS, so its TTL of ${ttl} s need not pass`;
}

const fileOf = ({ internetFile }: MoveFacts) =>
  internetFile ?? 'cli/local/internet.zone, or the file that --internet names';

const namesOf = ({ old }: MoveFacts) => (old.length === 0 ? '' : ` (${recordsText(old)})`);

/** Names in the file are complete, and each record has a line: `NAME. TTL IN TYPE DATA`. -i.bak is of GNU's sed and of BSD's. */
function deletion({ old, plan: { host }, internetFile }: MoveFacts): string[] {
  if (internetFile === undefined) return [];
  const name = host.replaceAll('.', '[.]');
  const lines = [...new Set(old.map(({ type }) => type))].map(
    (type) => `/^${name}[.][[:space:]].*[[:space:]]IN[[:space:]]+${type}[[:space:]]/d`,
  );
  return [command`sed -i.bak -E ${lines.join(';')} ${internetFile} && rm ${`${internetFile}.bak`}`];
}

/** Before the deployment that finds out whose the old record is. */
export function givesWay(facts: MoveFacts, wait: string): Judged {
  return open(
    `the routing record takes the place of the old one: you delete its line in ${fileOf(facts)}; where another Pulumi program has created it, npm run local replaces it${wait}`,
  );
}

/** The records of the internet file are served in the zones of the stack, and no API has them. */
export function deletedLine(facts: MoveFacts, wait: string): Judged {
  const what = `delete the line of the old record${namesOf(facts)}, which no Pulumi program can replace; npm run local then sets the routing record by itself${wait}`;
  return open(what, deletion(facts), { where: fileOf(facts) });
}

/** A line that came back after the move: the stack's record is in the state, and counts again without the line. */
export function shadowingLine(facts: MoveFacts): Judged {
  const what = `delete the line that leads elsewhere${namesOf(facts)}: the stack has the routing record`;
  return open(what, deletion(facts), { where: fileOf(facts) });
}

/** Of an external host, whose zone is in the internet file. */
export function ownersLine(facts: MoveFacts, wait: string, commands: readonly string[]): Judged {
  const what = `replace the old record${namesOf(facts)} with the routing record that the command prints${wait}`;
  return open(what, commands, { where: fileOf(facts) });
}

/** The local cloud has no API of a DNS host beside its providers: another Pulumi program has created the records. */
export function otherProgramsRecords({ deployed }: MoveFacts, wait: string): Judged {
  const old = recordsText(deployed?.waiting?.old ?? []);
  const what = `no single change by Pulumi replaces ${old}: remove it in the program that declares it, and have npm run local deploy again, which sets the routing record${wait}`;
  return open(what, AGAIN);
}

/** Another Pulumi program has created that distribution. */
export function otherProgramsAlias(): Judged {
  const what =
    'another distribution of the local cloud has the name: remove it from the aliases there, in the program that declares them, and have npm run local deploy again, which gives it to the one here';
  return open(what, AGAIN);
}
