// The check of a registration: the provider's Check of its inputs, then its Diff with the last deployment; and the `import`
// option, by which a resource that exists already is read by its id and taken into the state (pulumi/pulumi,
// pkg/resource/deploy: step.go, ImportStep; step_generator.go, isImport).

import { describeAssets } from '../assets.ts';
import type { Handler } from '../resources/handler.ts';
import { checkInputs, type Registry } from '../resources/registry.ts';
import type { Registration } from './backend.ts';
import type { Action, ResourceState } from './deployment.ts';
import { diffInputs, isTriggered } from './diff.ts';

/** A registration whose inputs are valid, and the action that it needs. */
export interface CheckedResource {
  readonly handler: Handler;
  /** It has assets themselves, for the handler. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** It has assets as hashes, for the state. */
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

/** Whether this run imports the resource. One that the state has under that id was imported before. */
export function isImport(old: ResourceState | undefined, importId: string | undefined): importId is string {
  if (importId === undefined || (old?.importId ?? old?.id) === importId) return false;
  if (old === undefined) return true;
  throw new Error(
    `${old.urn} is ${old.id} in the state: the local cloud has no import that replaces it by ${importId}`,
  );
}
