// What the pages say of a host in a few words: where it stands, how urgent it is, what is wrong with it.
import { isBlocking } from '@petstore/custom-domains/preflight';
import type { HostPlan } from '../../../../infra/plan/types.ts';
import type { Mark } from '../../status/host-status-text.ts';
import type { HostView } from '../live/stack-watch.ts';

export function hostPath(stack: string, host: string): string {
  return `/stacks/${encodeURIComponent(stack)}/hosts/${encodeURIComponent(host)}`;
}

export function roleOf({ role, redirect }: HostPlan): string {
  return redirect === undefined ? role : `redirect ${redirect.status} to ${redirect.to}`;
}

/** It is `reading` until DNS was read. */
export function stateOf({ status }: HostView): string {
  return status?.state ?? 'reading';
}

/** What is wrong first: why it does not respond, what blocks it, what failed, then a warning. */
export function troubleOf({ status, steps }: HostView): string | undefined {
  const { fault, findings = [] } = status ?? {};
  const warning = findings.find(({ severity }) => severity === 'warning');
  const failed = steps.find(({ mark }) => mark === 'bad');
  return fault ?? findings.find(isBlocking)?.found ?? failed?.text ?? warning?.found;
}

/** 0 where a person has to act, then warnings, then hosts on their way, then live ones. */
export function urgencyOf(view: HostView): number {
  if (view.status === undefined) return 2;
  if (view.status.fault !== undefined || view.steps.some(({ mark }) => mark === 'bad')) return 0;
  if (view.status.state === 'blocked') return 0;
  if (troubleOf(view) !== undefined) return 1;
  return view.status.state === 'live' ? 3 : 2;
}

/** A sign is for the eye, and a word for a screen reader. */
export const MARK_WORDS: Readonly<Record<Mark, readonly [sign: string, word: string]>> = {
  ok: ['✓', 'done'],
  wait: ['…', 'waiting'],
  todo: ['·', 'not yet'],
  bad: ['✗', 'failed'],
};
