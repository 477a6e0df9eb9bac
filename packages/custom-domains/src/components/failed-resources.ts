// With `--continue-on-error`, the outputs of a resource that failed are rejected, and those of what depends on it.
// Pulumi's runtime shows each rejection that nothing handled as an unhandled exception of the program, with its stack
// (@pulumi/pulumi 3.270, cmd/run/run.ts), although the engine has reported the failure already: here it becomes one line.
import * as pulumi from '@pulumi/pulumi';
import { shown } from '../output/index.ts';
import { asRunError } from './run-error.ts';

/** The message of the runtime (runtime/resource.ts), also at the end of one about a property that depends on the resource. */
const FAILED = /\bresource (\S+) \[[^\]]*\] failed to register$/;

/** The logical name of the resource that such a rejection is about; undefined for any other error. */
export function failedResourceOf(error: unknown): string | undefined {
  return error instanceof Error ? FAILED.exec(error.message)?.[1] : undefined;
}

/** `name`: the resource's logical name. */
export function failedResource(name: string, isPreview = pulumi.runtime.isDryRun()): string {
  const rest = isPreview ? 'the rest of the preview is complete' : 'everything else was deployed';
  const not = isPreview ? 'left out' : 'not created';
  return `${name} failed: what depends on it was ${not}, ${rest}. Do what its own message says, then run this again`;
}

/**
 * From now on, for this process: in front of the runtime's own listener, which shows a RunError's message alone. Of a
 * resource for whose logical name `isMeant` is false, the runtime shows the stack as before.
 */
export function shortenFailedResources(isMeant: (name: string) => boolean = () => true): void {
  process.prependListener('unhandledRejection', (error) => {
    const name = failedResourceOf(error);
    if (name !== undefined && isMeant(name)) asRunError(error as Error, shown`${failedResource(name)}`);
  });
}

const hosts = new Set<string>();

/** The same for the host's own resources, whose logical names begin with the host. */
export function shortenFailuresOf(host: string): void {
  if (hosts.size === 0)
    shortenFailedResources((name) => [...hosts].some((one) => name.startsWith(`${one}-`)));
  hosts.add(host);
}
