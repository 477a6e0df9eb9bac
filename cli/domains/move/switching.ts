// The steps that end a move: the record, and the release of the old place.
import { recordsText } from '../../../infra/config/moves.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import { stackOption } from '../stack-to-edit.ts';
import { replaceByHand } from './by-hand.ts';
import type { FileChange } from './edits.ts';
import type { MoveFacts } from './facts.ts';
import { isUnread, type Known, unread, up, writing } from './step.ts';

export function record(facts: MoveFacts): Known {
  const { plan, stack, deployed, old, isRouted, findings } = facts;
  const { host, zone } = plan;
  const where = zone.provider === 'external' ? "the DNS host of the host's owner" : `the zone ${zone.name}`;
  const step = { id: 'record', where } as const;
  if (isRouted) return { ...step, state: 'done', what: `${host} leads to ${deployed?.target}` };
  if (isUnread(findings)) return { ...step, ...unread(findings) };
  const ttl = Math.max(0, ...old.map((one) => one.ttl));
  const remembered =
    ttl === 0
      ? ''
      : `; resolvers remember the old record for ${ttl} s, so the old place serves for that long`;
  if (zone.provider === 'external') {
    const commands = [`npm run domains -- records ${host}${stackOption(stack)}`];
    return { ...step, state: 'open', what: `its owner replaces the record${remembered}`, commands };
  }
  const waiting = deployed?.waiting;
  if (deployed?.target !== undefined && waiting === undefined && plan.moving === undefined) {
    const what = 'the stack has the routing record in its state, and DNS leads elsewhere';
    return { ...step, state: 'open', what, commands: [`pulumi refresh --stack ${stack}`, ...up(stack)] };
  }
  if (waiting?.isByHand) {
    const what = `no single change by Pulumi replaces ${recordsText(waiting.old)}: replace them in one change by hand, and the next deployment takes the new record over${remembered}`;
    return { ...step, state: 'open', what, commands: [...replaceByHand(facts), ...up(stack)] };
  }
  if (waiting?.why !== undefined && waiting.old.length === 0) {
    return { ...step, state: 'open', ...unlisted(facts, waiting.why, remembered) };
  }
  if (waiting === undefined || isNamed(facts)) {
    const what = `the routing record takes the place of the old one in one change${remembered}`;
    return { ...step, state: 'open', what, commands: up(stack) };
  }
  const what = `name what the routing record replaces (${recordsText(waiting.old)}), and deploy: one change of the record${remembered}`;
  const change: FileChange = { kind: 'name', host, replaces: waiting.old };
  return { ...step, state: 'open', what, commands: [writing(facts), ...up(stack)], change };
}

/** On the local cloud the records of the internet file are served in the zone, and no API has them: the user is their owner. */
function unlisted({ plan: { host }, stack }: MoveFacts, why: string, remembered: string) {
  if (stack !== LOCAL_STACK)
    return { what: why, commands: [`npm run domains -- check --host ${host}${stackOption(stack)}`] };
  const what = `the old record is a line of cli/local/internet.zone, or of the file that --internet names, and no Pulumi program can replace it: delete the line${remembered}`;
  return { what };
}

/** The line names all that the last deployment found. */
function isNamed({ plan, deployed }: MoveFacts): boolean {
  const named = plan.moving?.replaces ?? [];
  return (deployed?.waiting?.old ?? []).every((one) =>
    named.some(({ type, value }) => type === one.type && value === one.value),
  );
}

export function release(facts: MoveFacts): Known {
  const { plan, stack } = facts;
  const step = { id: 'release', where: `the old place, then Pulumi.${stack}.yaml` } as const;
  if (plan.moving === undefined && facts.isRouted)
    return { ...step, state: 'done', what: 'petstore:moving does not list the host' };
  const what =
    'once no resolver remembers the old record, delete the host at its old place; dropping the line of petstore:moving then changes nothing';
  return {
    ...step,
    state: 'open',
    what,
    commands: [writing(facts)],
    change: { kind: 'finish', host: plan.host },
  };
}
