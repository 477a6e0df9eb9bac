// The file in which Pulumi's file backend stores the state of the local stack.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL_STACK, PROJECT } from '../stack-names.ts';

/** What is read of a resource. */
export interface CheckpointResource {
  readonly type: string;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

/** `folder`: `.local/`. */
export function checkpointFile(folder: string): string {
  return join(folder, 'pulumi', '.pulumi', 'stacks', PROJECT, `${LOCAL_STACK}.json`);
}

/** As the state orders them; none where the stack has no state yet. */
export function checkpointResources<Resource extends CheckpointResource>(
  folder: string,
): readonly Resource[] {
  const file = checkpointFile(folder);
  if (!existsSync(file)) return [];
  const { checkpoint } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly checkpoint: { readonly latest?: { readonly resources?: readonly Resource[] } };
  };
  return checkpoint.latest?.resources ?? [];
}

/** By the tables: the output `region` is what the last run was given. Undefined without tables. */
export function deployedRegion(folder: string): string | undefined {
  const table = checkpointResources(folder).find(({ type }) => type === 'aws:dynamodb/table:Table');
  const { arn } = table?.outputs ?? {};
  return typeof arn === 'string' ? arn.split(':')[3] : undefined;
}
