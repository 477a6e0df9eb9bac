// Since when certificates of hosts are being issued, as far as this run of --watch has seen it.
import type { HostStatus } from './host-status.ts';

export class IssuingSince {
  /** By host. */
  readonly #since = new Map<string, Date>();

  /** The statuses that were read at `now`; a host that is issuing no longer is forgotten. */
  note(statuses: readonly HostStatus[], now: Date): void {
    for (const { checked, state } of statuses) {
      const { host } = checked.plan;
      if (state !== 'issuing') this.#since.delete(host);
      else if (!this.#since.has(host)) this.#since.set(host, now);
    }
  }

  /** Undefined for a host that is not issuing. */
  seconds(host: string, now: Date): number | undefined {
    const since = this.#since.get(host);
    return since && (now.getTime() - since.getTime()) / 1000;
  }
}
