// What is otherwise on the local cloud: its user is the owner of every old place, and nothing caches its DNS.
import { zoneLine } from '@petstore/custom-domains/preflight';
import { recordsText } from '../../../infra/config/moves.ts';
import type { MoveFacts, OldRecord } from './facts.ts';

/** The TTL of the old record, which a move in AWS waits for. */
export function noWait(ttl: number): string {
  return `; nothing caches the local DNS: the ${ttl} s of the old record need not pass`;
}

const fileOf = ({ internetFile }: MoveFacts) =>
  internetFile ?? 'cli/local/internet.zone, or the file that --internet names,';

const linesOf = ({ old, plan: { host } }: MoveFacts) =>
  old.map((one: OldRecord) => zoneLine({ ...one, name: host })).join(' and ');

/** Before the deployment that finds out whose the old record is. */
export function givesWay(facts: MoveFacts, wait: string) {
  const what = `the routing record takes the place of the old one: of a line of ${fileOf(facts)} when you delete the line; of a record that another program has created, by npm run local${wait}`;
  return { what };
}

/** The records of the internet file are served in the zones of the stack, and no API has them. */
export function deletedLine(facts: MoveFacts, wait: string) {
  const what = `${fileOf(facts)} has the old record, which no Pulumi program can replace: delete ${linesOf(facts)}; npm run local then sets the routing record by itself${wait}`;
  return { where: facts.internetFile ?? 'the internet file', what };
}

/** A line that came back after the move: the stack's record is in the state, and counts again without the line. */
export function shadowingLine(facts: MoveFacts) {
  const what = `${fileOf(facts)} leads elsewhere, though the stack has the routing record: delete ${linesOf(facts)}`;
  return { where: facts.internetFile ?? 'the internet file', what };
}

/** Of an external host, whose zone is in the internet file. */
export function ownersLine(facts: MoveFacts, wait: string) {
  const what = `in ${fileOf(facts)} replace ${linesOf(facts) || 'the old record'} with the record that the command prints${wait}`;
  return { where: facts.internetFile ?? 'the internet file', what };
}

/** The local cloud has no API of a DNS host beside its providers: another Pulumi program has created the records. */
export function otherProgramsRecords({ deployed }: MoveFacts, wait: string) {
  const old = recordsText(deployed?.waiting?.old ?? []);
  const what = `no single change by Pulumi replaces ${old}: remove them in the program that declares them; the next deployment by npm run local then sets the routing record${wait}`;
  return { what };
}

/** Another Pulumi program has created that distribution. */
export function otherProgramsAlias() {
  const what =
    'another distribution of the local cloud has the name: remove it from the aliases there, in the program that declares them; the next deployment by npm run local then gives it to the one here';
  return { what };
}
