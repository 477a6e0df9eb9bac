// What a program tells the engine: warnings, errors that Pulumi shows by their message alone, values that others change, and the names
// of hooks.
import { AsyncResource } from 'node:async_hooks';
import * as pulumi from '@pulumi/pulumi';
import { type Gated, paragraph, printable, type Shown, shown } from '../output/index.ts';
import type { Warn } from '../preflight/check.ts';
import { failedResourceOf } from './provider-messages.ts';

/** Every warning of the program in the engine's log is written here. */
export function warnEngine(text: Gated): Promise<void> {
  return pulumi.log.warn(printable(text));
}

export function informEngine(text: Gated): Promise<void> {
  return pulumi.log.info(printable(text));
}

/** About one host. The text may quote a provider's message, and have several lines. */
export const logWarning: Warn = (host, text) => warnEngine(shown`${host}: ${paragraph(text)}`);

/** The error itself, with that message and the mark by which Pulumi's runtime knows a RunError (`RunError.isInstance`, cmd/run/run.ts). */
export function asRunError<Thrown extends Error>(error: Thrown, text: Shown): Thrown {
  const short = new pulumi.RunError(printable(text));
  return Object.assign(error, short, { message: short.message });
}

/** `name`: the resource's logical name. With `--continue-on-error` Pulumi shows each rejected output as an unhandled exception with its stack
 *  (@pulumi/pulumi 3.270, cmd/run/run.ts), although the engine has reported the failure already: here it becomes one line. */
export function failedResource(name: string): string {
  return `${name} failed: what depends on it is left out, and everything else is not. Do what its own message says, then run this again`;
}

/** From now on, for this process: in front of the runtime's own listener, which shows a RunError's message alone. */
export function shortenFailedResources(): void {
  process.prependListener('unhandledRejection', (error) => {
    const name = failedResourceOf(error);
    if (name === undefined) return;
    const short = asRunError(error as Error, shown`${failedResource(name)}`);
    // Of a rejection after the program's end the runtime shows the stack, of a RunError too (cmd/run/index.ts).
    short.stack = short.message;
  });
}

let hooks = 0;
let prefix = '';

/** For the process of a component package: programs and other packages may declare hosts in the same run. */
export function prefixHooks(text: string): void {
  prefix = text;
}

/** Once in a run (pulumi, pkg/resource/deploy/resource_hooks.go), and the same in the next one: the state has it. */
export function hookName(name: string): string {
  hooks += 1;
  return `${prefix}${name}-${hooks}`;
}

/** For hooks, which a component package's process calls outside of the AsyncLocalStorage with the stack and the engine's address
 *  (@pulumi/pulumi 3.270, provider/server.ts and runtime/callbacks.ts). */
export function inRun<Act extends (...args: never[]) => unknown>(act: Act): Act {
  return AsyncResource.bind(act as () => unknown) as unknown as Act;
}

/** Of something that others change: unknown in a preview, as a saved plan would bind the deployment to the value. */
export function observed<Value>(value: pulumi.Input<Value>): pulumi.Output<Value> {
  const known = pulumi.output(value) as pulumi.Output<Value>;
  return known.apply(
    (one) => (pulumi.runtime.isDryRun() ? pulumi.unknown : one) as pulumi.Input<Value>,
  ) as pulumi.Output<Value>;
}
