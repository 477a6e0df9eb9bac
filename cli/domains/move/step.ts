// A step of a move: its shape, and the words and commands that several steps have in common. Pure.
import { type Command, command } from '@petstore/custom-domains/output';
import { exitStatus, type Finding, isBlocking } from '@petstore/custom-domains/preflight';
import type { EditResult } from '../../../infra/config/edit/edit.ts';
import type { StackText } from '../../../infra/config/stack-file.ts';
import { domainsCommand } from '../../../infra/plan/stack-option.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import type { MoveFacts } from './facts.ts';

export interface MoveStep {
  readonly id: 'declare' | 'certificate' | 'target' | 'name' | 'record' | 'release';
  /** `unknown`: what decides it could not be found out. */
  readonly state: 'done' | 'next' | 'later' | 'unknown';
  /** Who does it, and where. */
  readonly where: string;
  /** What it is, and how far it is. */
  readonly what: string;
  /** To be run, one after the other. */
  readonly commands: readonly Command[];
  /** What keeps it from being done. */
  readonly findings: readonly Finding[];
  /** The change of the stack's file, which `--write` makes. */
  readonly change?: (file: StackText) => EditResult;
}

/** What is known of one step by itself: whether an open one is next follows from those in front of it. */
export interface Judged extends Partial<Omit<MoveStep, 'id' | 'state'>> {
  readonly state: 'done' | 'open' | 'unknown';
  readonly what: string;
}

export const done = (what: string): Judged => ({ state: 'done', what });
export const unknown = (what: string): Judged => ({ state: 'unknown', what });

export function open(what: string, commands: readonly Command[] = [], more: Partial<Judged> = {}): Judged {
  return { state: 'open', what, commands, ...more };
}

/** Undefined: DNS could be read. */
export function unread(findings: readonly Finding[]): Judged | undefined {
  if (exitStatus(findings) !== 3) return undefined;
  return { ...unknown('DNS could not be read'), findings: findings.filter(isBlocking) };
}

export const isLocal = (stack: string) => stack === LOCAL_STACK;

/** `npm run local` deploys a change of the file by itself. */
export const up = (stack: string) => (isLocal(stack) ? [] : [command`pulumi up --stack ${stack}`]);

/** `npm run local` deploys when the file is saved, and sees no change of another program. */
export const again = (stack: string) =>
  isLocal(stack) ? [command`touch ${`Pulumi.${stack}.yaml`}`] : up(stack);

/** Of a step that a deployment does: there is no command for it on the local cloud. */
export const byItself = (stack: string) => (isLocal(stack) ? '; npm run local does it by itself' : '');

/** Its routing record is in the state of the stack: it moves no more. */
export const isOwn = ({ deployed }: MoveFacts) =>
  deployed?.target !== undefined && deployed.waiting === undefined;

/** `move` makes the change of the step. With what declares the host, where the stack does not yet. */
export function moveCommand(facts: MoveFacts, verb: 'add' | 'move' = 'move'): Command {
  const { plan, declaring, stack, given } = facts;
  const site = declaring === undefined ? [] : ['--site', declaring.site];
  const to = declaring?.redirectTo === undefined ? [] : ['--redirect-to', declaring.redirectTo];
  const write = verb === 'move' ? ['--write'] : [];
  return domainsCommand(verb, plan.host, { stack, reading: given }, [...site, ...to, ...write]);
}
