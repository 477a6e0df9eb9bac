// When the steps of each host were reached, as far as this run has seen it: no file has these times.
import type { HostStatus } from './host-status.ts';
import { hostSteps, type Step } from './host-status-text.ts';

/** Since when a step or a state is as it is. */
interface Seen {
  readonly since: Date;
  /** It was seen otherwise before, so that `since` is the time of the change. */
  readonly isChange: boolean;
  readonly value: string;
}

export type SeenStep = Step & Seen;

export class Timeline {
  readonly #stack: string;
  /** By host, then by step; STATE names the state of the whole host. */
  #seen: ReadonlyMap<string, ReadonlyMap<string, Seen>> = new Map();

  constructor(stack: string) {
    this.#stack = stack;
  }

  /** The steps of each host that was read at `now`, in the same order. Hosts that are no longer declared are forgotten. */
  note(statuses: readonly HostStatus[], now: Date): (readonly SeenStep[])[] {
    const next = new Map<string, ReadonlyMap<string, Seen>>();
    const all = statuses.map((status) => {
      const { host } = status.plan;
      const before = this.#seen.get(host);
      const seenAs = (name: string, value: string): Seen => {
        const last = before?.get(name);
        return last?.value === value ? last : { value, since: now, isChange: before !== undefined };
      };
      const state = seenAs(STATE, status.state);
      const seconds = (now.getTime() - state.since.getTime()) / 1000;
      const issuingFor = status.state === 'issuing' ? seconds : undefined;
      const steps = hostSteps(status, { stack: this.#stack, issuingFor, now }).map(
        (step): SeenStep => ({ ...seenAs(step.title, step.mark), ...step }),
      );
      next.set(host, new Map([[STATE, state], ...steps.map((step) => [step.title, step] as const)]));
      return steps;
    });
    this.#seen = next;
    return all;
  }
}

const STATE = 'state';
