// The `import` option: a resource that exists already is read by its id and taken into the state, and then compared with
// the program as any other. pulumi/pulumi, pkg/resource/deploy: step.go, ImportStep; step_generator.go, isImport.
import type { OperationContext } from '../resources/handler.ts';
import type { Registry } from '../resources/registry.ts';
import { describeAssets } from './assets.ts';
import type { Registration } from './backend.ts';
import type { Action } from './deployment.ts';
import type { ResourceState } from './state.ts';

/** Whether this run imports the resource. One that the state has under that id was imported before. */
export function isImport(old: ResourceState | undefined, importId: string | undefined): importId is string {
  if (importId === undefined || (old?.importId ?? old?.id) === importId) return false;
  if (old === undefined) return true;
  throw new Error(
    `${old.urn} is ${old.id} in the state: the local cloud has no import that replaces it by ${importId}`,
  );
}

/** Throws where the resource does not exist, in the real engine's words. */
export async function importedState(
  registry: Registry,
  { urn, type, name, parent, dependencies, protect }: Registration,
  { importId, region, context }: { importId: string; region: string; context: OperationContext },
): Promise<ResourceState> {
  const live = await registry.handler(type).read(importId, context);
  if (live === undefined) throw new Error(`resource '${importId}' does not exist`);
  const inputs = (await describeAssets(live.inputs)) as ResourceState['inputs'];
  const computed = live.computed as ResourceState['computed'];
  return {
    ...{
      urn,
      type,
      name,
      parent,
      id: live.id ?? importId,
      importId,
      inputs,
      computed,
      dependencies,
      protect,
    },
    ...{ region, deleteTimeout: 0, replacementTrigger: undefined },
  };
}

/** A replacement would have another id than the program asks for. The message is the real engine's. */
export function assertNotReplaced({ importId }: Registration, action: Action): void {
  if (importId === undefined || action !== 'replace') return;
  throw new Error(
    'previously-imported resources that still specify an ID may not be replaced; please remove the `import` declaration from your program',
  );
}
