// Follows one stack: one reading at a time, whoever wants it.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { stackFile, stacksIn } from '../../../../infra/config/stack-file.ts';
import type { Context } from '../../context.ts';
import { type SeenStep, Timeline } from '../../status/timeline.ts';
import { declaredView, type OutputsReader, outputsReader, readHosts, type StackView } from './stack-view.ts';

export class StackWatch {
  readonly #open: () => Context;
  readonly #now: () => Date;
  readonly #timeline: Timeline;
  #outputs: OutputsReader = outputsReader();
  #running: Promise<void> | undefined;
  /** When the last reading ended, in milliseconds. */
  #readAt = Number.NEGATIVE_INFINITY;
  #last: StackView | undefined;
  #known: { readonly files: string; readonly view: StackView; readonly version: string } | undefined;

  /** `open` gives the context anew for each reading: the local cloud may start or stop. */
  constructor(stack: string, open: () => Context, now: () => Date) {
    this.#open = open;
    this.#now = now;
    this.#timeline = new Timeline(stack);
  }

  /** Hosts that the file declares now; those that were read, with their status. */
  get view(): StackView {
    return this.#current().view;
  }

  /** It changes with the view, and not with the time at which that was read. */
  get version(): string {
    return this.#current().version;
  }

  isOlderThan(ms: number): boolean {
    return this.#now().getTime() - this.#readAt > ms;
  }

  /** Reads once; whoever calls during a reading waits for that one. */
  read(): Promise<void> {
    this.#running ??= this.#read().finally(() => {
      this.#readAt = this.#now().getTime();
      this.#running = undefined;
      this.#known = undefined;
    });
    return this.#running;
  }

  /** Begins a reading now, with outputs that no earlier one has kept. */
  async readNow(): Promise<void> {
    await this.#running;
    this.#outputs = outputsReader();
    await this.read();
  }

  /** The file is parsed again only where it has changed. */
  #current() {
    const context = this.#open();
    const files = stampOf(context);
    if (this.#known?.files !== files) {
      const view = withStatuses(declaredView(context), this.#last);
      this.#known = { files, view, version: versionOf(view) };
    }
    return this.#known;
  }

  async #read(): Promise<void> {
    const context = this.#open();
    const { plan, ...declared } = declaredView(context);
    if (plan === undefined) {
      this.#last = { ...declared, notes: [] };
      return;
    }
    const { statuses, notes, isDeploymentKnown } = await readHosts(plan.hosts, context, this.#outputs);
    const readAt = context.io.now();
    const all = this.#timeline.note(statuses, readAt);
    const hosts = statuses.map((status, index) => {
      const steps = all[index] ?? [];
      const shown = isDeploymentKnown ? steps : steps.map(unknownDeployment);
      return { plan: status.plan, status, steps: shown };
    });
    this.#last = { stack: context.stack, plan, hosts, notes, readAt };
  }
}

/** The steps are those of a host that is not deployed, which nobody knows here. */
function unknownDeployment(step: SeenStep): SeenStep {
  return step.title === 'declared' ? { ...step, text: 'what is deployed is not known here' } : step;
}

function withStatuses(declared: StackView, last: StackView | undefined): StackView {
  if (last === undefined) return declared;
  const known = new Map(last.hosts.map((one) => [one.plan.host, one]));
  const hosts = declared.hosts.map(({ plan, steps }) => ({ ...(known.get(plan.host) ?? { steps }), plan }));
  return { ...declared, hosts, notes: [...declared.notes, ...last.notes], readAt: last.readAt };
}

/** It changes with the files of all stacks, as these are compared, and with the project's. */
function stampOf({ folder }: Context): string {
  const files = [...stacksIn(folder).map((name) => stackFile(folder, name)), join(folder, 'Pulumi.yaml')];
  const stats = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  return stats.map((stat) => `${stat?.mtimeMs} ${stat?.size} ${stat?.ino}`).join('\n');
}

function versionOf({ readAt: _, ...view }: StackView): string {
  return createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 16);
}
