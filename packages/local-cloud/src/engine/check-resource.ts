// The check of a registration: the provider's Check of its inputs, then its Diff with the last deployment.
import { describeAssets } from '../assets.ts';
import type { Handler } from '../resources/handler.ts';
import { checkInputs, type Registry } from '../resources/registry.ts';
import type { Registration } from './backend.ts';
import type { Action, ResourceState } from './deployment.ts';
import { diffInputs, isTriggered } from './diff.ts';

/** `raw` has assets themselves, for the handler; `described` as hashes, for the state. */
export interface CheckedResource {
  readonly handler: Handler;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly described: Readonly<Record<string, unknown>>;
  readonly action: Action;
  /** Of a replacement: the old resource is deleted before the new one is created. */
  readonly deleteFirst: boolean;
}

/** Throws what the handler refuses, each on its own line. `old`: the resource after the last deployment; `region`: the stack's. */
export async function checkResource(
  registry: Registry,
  { type, name, inputs, replacementTrigger }: Registration,
  old: ResourceState | undefined,
  region: string,
): Promise<CheckedResource> {
  const handler = registry.handler(type);
  const check = async (last: ResourceState | undefined) => {
    const checked = checkInputs(handler, name, inputs, last?.inputs);
    if (checked.failures.length > 0) throw new Error(checked.failures.map(({ reason }) => reason).join('\n'));
    const described = (await describeAssets(checked.inputs)) as Record<string, unknown>;
    return { handler, raw: checked.inputs, described };
  };
  const checked = await check(old);
  if (old === undefined) return { ...checked, action: 'create', deleteFirst: false };
  if (isTriggered(old.replacementTrigger, replacementTrigger)) {
    return { ...(await check(undefined)), action: 'replace', deleteFirst: false };
  }
  const diff = diffInputs(handler, name, { old: old.inputs, news: checked.described, region });
  if (diff.kind !== 'replace') return { ...checked, action: diff.kind, deleteFirst: false };
  // Checked without the old inputs: a replacement gets a newly generated name.
  return { ...(await check(undefined)), action: 'replace', deleteFirst: diff.deleteFirst };
}
