// One step of a move, and the commands that steps share.
import { exitStatus, type Finding, isBlocking } from '@petstore/custom-domains/preflight';
import { stackOption } from '../../../infra/plan/stack-option.ts';
import { LOCAL_STACK } from '../../stack-names.ts';
import type { FileChange, MoveFacts } from './facts.ts';

export type StepId = 'declare' | 'certificate' | 'target' | 'name' | 'record' | 'release';
/** `unknown`: what decides it could not be found out. */
export type StepState = 'done' | 'next' | 'later' | 'unknown';

export interface MoveStep {
  readonly id: StepId;
  readonly state: StepState;
  /** Who does it, and where. */
  readonly where: string;
  /** What it is, and how far it is. */
  readonly what: string;
  /** To be run, one after the other. */
  readonly commands: readonly string[];
  /** What keeps it from being done. */
  readonly findings: readonly Finding[];
  /** The change of the stack's file, which `--write` makes. */
  readonly change?: FileChange;
}

/** What is known of one step; its state follows from those before it. */
export type Known = Omit<MoveStep, 'state' | 'commands' | 'findings'> & {
  readonly state: 'done' | 'open' | 'unknown';
  readonly commands?: readonly string[];
  readonly findings?: readonly Finding[];
};

export const isLocal = (stack: string) => stack === LOCAL_STACK;
/** `npm run local` deploys a change of the file by itself. */
export const up = (stack: string) => (isLocal(stack) ? [] : [`pulumi up --stack ${stack}`]);
/** Of a step that a deployment does: there is no command for it on the local cloud. */
export const byItself = (stack: string) => (isLocal(stack) ? '; npm run local does it by itself' : '');
/** What the stack is deployed to. */
export const cloudOf = (stack: string) => (isLocal(stack) ? 'the local cloud' : 'AWS');
export const writing = (facts: MoveFacts) => `${command('move', facts)} --write`;

/** With what declares the host, where the stack does not yet. */
export function command(name: 'add' | 'move', { plan, stack, declaring }: MoveFacts): string {
  const site = declaring === undefined ? '' : ` --site ${declaring.site}`;
  const to = declaring?.redirectTo === undefined ? '' : ` --redirect-to ${declaring.redirectTo}`;
  return `npm run domains -- ${name} ${plan.host}${stackOption(stack)}${site}${to}`;
}

export const isUnread = (findings: readonly Finding[]) => exitStatus(findings) === 3;
export const unread = (findings: readonly Finding[]) =>
  ({ state: 'unknown', what: 'DNS could not be read', findings: findings.filter(isBlocking) }) as const;
