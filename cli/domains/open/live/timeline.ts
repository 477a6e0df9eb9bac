// When the steps of each host were reached, as far as this run has seen it: no file has these times.

import type { HostStatus } from '../../status/host-status.ts';
import { hostSteps, type Step } from '../../status/host-status-text.ts';

export interface SeenStep extends Step {
  /** When the step was first seen as it is. */
  readonly since: Date;
  /** It was seen otherwise before, so that `since` is the time of the change. */
  readonly isChange: boolean;
}

type Seen = Pick<SeenStep, 'since' | 'isChange'> & { readonly value: string };

export class Timeline {
  readonly #stack: string;
  /** By host, then by step; `state` for the state of the whole host. */
  #seen: ReadonlyMap<string, ReadonlyMap<string, Seen>> = new Map();

  constructor(stack: string) {
    this.#stack = stack;
  }

  /** The steps of hosts that were read at `now`. Hosts that are no longer declared are forgotten. */
  note(statuses: readonly HostStatus[], now: Date): ReadonlyMap<string, readonly SeenStep[]> {
    const next = new Map<string, ReadonlyMap<string, Seen>>();
    const steps = new Map<string, readonly SeenStep[]>();
    for (const status of statuses) {
      const { host } = status.checked.plan;
      const before = this.#seen.get(host);
      const state = seenAs(status.state, before?.get(STATE), before !== undefined, now);
      const issuingFor =
        status.state === 'issuing' ? (now.getTime() - state.since.getTime()) / 1000 : undefined;
      const own = hostSteps(status, { stack: this.#stack, issuingFor }).map((step) => {
        const seen = seenAs(step.mark, before?.get(step.title), before !== undefined, now);
        return { ...step, ...seen };
      });
      next.set(host, new Map([[STATE, state], ...own.map((step) => [step.title, step] as const)]));
      steps.set(host, own);
    }
    this.#seen = next;
    return steps;
  }
}

const STATE = 'state';

function seenAs(value: string, before: Seen | undefined, isKnown: boolean, now: Date): Seen {
  if (before?.value !== value) return { value, since: now, isChange: isKnown };
  return { value, since: before.since, isChange: before.isChange };
}
