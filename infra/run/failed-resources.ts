// With `pulumi up --continue-on-error`, the outputs of a resource that failed are rejected, and those of what depends on it.
// Pulumi's runtime shows each rejection that nothing handled as an unhandled exception of the program, with its stack
// (@pulumi/pulumi 3.270, cmd/run/run.ts), although the engine has reported the failure already: here it becomes one line.
import { printable, shown } from '@petstore/custom-domains/output';
import * as pulumi from '@pulumi/pulumi';

/** The message of the runtime (runtime/resource.ts), also at the end of one about a property that depends on the resource. */
const FAILED = /\bresource (\S+) \[[^\]]*\] failed to register$/;

/** The line for such a rejection; undefined for any other error, of which the stack says where it comes from. */
export function failedResourceLine(error: unknown): string | undefined {
  const name = error instanceof Error ? FAILED.exec(error.message)?.[1] : undefined;
  return name && failedResource(name);
}

/** `name`: the resource's logical name. */
export function failedResource(name: string): string {
  return `${name} failed: what depends on it was not created, everything else was deployed`;
}

/** From now on, for this process: in front of the runtime's own listener, which shows a RunError's message alone. */
export function shortenFailedResources(): void {
  process.prependListener('unhandledRejection', (error) => {
    const line = failedResourceLine(error);
    if (line === undefined) return;
    const short = new pulumi.RunError(printable(shown`${line}`));
    Object.assign(error as Error, short, { message: short.message });
  });
}
