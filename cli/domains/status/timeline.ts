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
  /** By host and step; STATE is the step of the whole host. */
  #seen: ReadonlyMap<string, Seen> = new Map();

  constructor(stack: string) {
    this.#stack = stack;
  }

  /** The steps of each host that was read at `now`, in the same order. Hosts that are no longer declared are forgotten. */
  note(statuses: readonly HostStatus[], now: Date): (readonly SeenStep[])[] {
    const next = new Map<string, Seen>();
    const all = statuses.map((status) => {
      const { host } = status.plan;
      const seenAs = (step: string, value: string): Seen => {
        const key = `${host} ${step}`;
        const last = this.#seen.get(key);
        const isChange = this.#seen.has(`${host} ${STATE}`);
        const seen = last?.value === value ? last : { value, since: now, isChange };
        next.set(key, seen);
        return seen;
      };
      const { since } = seenAs(STATE, status.state);
      const issuingFor = status.state === 'issuing' ? (now.getTime() - since.getTime()) / 1000 : undefined;
      const steps = hostSteps(status, { stack: this.#stack, issuingFor, now });
      return steps.map((step): SeenStep => ({ ...seenAs(step.title, step.mark), ...step }));
    });
    this.#seen = next;
    return all;
  }
}

const STATE = 'state';
