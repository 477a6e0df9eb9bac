// The state of a stack, from `pulumi stack export`.
import { createHash } from 'node:crypto';
import { run } from './commands.ts';

export interface Resource {
  readonly urn: string;
  readonly type: string;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

function exported(stack: string): string {
  const { status, stdout } = run('pulumi', ['stack', 'export', '--non-interactive', '--stack', stack]);
  if (status !== 0) throw new Error(`The state of stack ${stack} could not be read; the log has the reason`);
  return stdout;
}

/** SHA-256 of the whole state, in hex. Each update writes its time, so that the digest differs after each. */
export function stateDigest(stack: string): string {
  return createHash('sha256').update(exported(stack)).digest('hex');
}

/** Empty where nothing has been deployed. */
export function resources(stack: string): readonly Resource[] {
  const { deployment } = JSON.parse(exported(stack)) as { deployment?: { resources?: Resource[] } };
  return deployment?.resources ?? [];
}
