// Runs a Pulumi program in this process.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseUrn } from '@petstore/custom-domains/names';
import * as pulumi from '@pulumi/pulumi';
import type { Alias } from '@pulumi/pulumi/proto/alias_pb.js';
import resources from '@pulumi/pulumi/proto/resource_pb.js';
import { MockMonitor } from '@pulumi/pulumi/runtime/mocks.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import type { Backend, Registration } from './backend.ts';
import { Hooks } from './hooks.ts';

interface ProgramRun {
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  /** What the program itself threw. */
  readonly error: Error | undefined;
  /** The first one that nothing handled. Where no resource failed it fails the run: pulumi/pulumi, sdk/nodejs/cmd/run/run.ts. */
  readonly rejection: Error | undefined;
}

/** To its end: a failed resource fails only its dependents. Pulumi's runtime is global: one run at a time. */
export async function runProgram(
  program: () => Promise<Record<string, unknown>>,
  backend: Backend,
  { project, stack }: { project: string; stack: string },
): Promise<ProgramRun> {
  const noMocks = { newResource: () => ({ id: '', state: {} }), call: () => ({}) };
  await pulumi.runtime.setMocks(noMocks, project, stack, false, ORGANIZATION);
  pulumi.runtime.setMockOptions(new LocalMonitor(backend), project, stack, false, ORGANIZATION);
  const rejections = collectRejections();
  const ended = await pulumi.runtime.runInPulumiStack(program).then(
    (outputs) => ({ outputs: outputs as Record<string, unknown> | undefined, error: undefined }),
    (error: Error) => ({ outputs: undefined, error }),
  );
  await pulumi.runtime.disconnect();
  return { ...ended, rejection: await rejections.end() };
}

/** A failed resource rejects every output that depends on it. The process's own listeners (`node --test`) are away meanwhile. */
function collectRejections(): { end: () => Promise<Error | undefined> } {
  let first: Error | undefined;
  const collect = (reason: unknown) => {
    first ??= reason instanceof Error ? reason : new Error(String(reason));
  };
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', collect);
  return {
    async end() {
      // Node reports a rejection a turn later than it happens.
      await nextTurn();
      process.off('unhandledRejection', collect);
      for (const other of others) process.on('unhandledRejection', other);
      return first;
    },
  };
}

type Callback = (error: Error | null, response?: unknown) => void;

/** With whole requests: `pulumi.runtime.setMocks` alone leaves out parents, dependencies, protection and time limits. */
class LocalMonitor extends MockMonitor {
  readonly #backend: Backend;
  readonly #hooks = new Hooks();

  constructor(backend: Backend) {
    super({
      // Only readResource calls this.
      newResource: ({ type }) => {
        throw new Error(`${type}: reading a resource by id is not supported`);
      },
      call: async ({ token, inputs }) => {
        try {
          if (token === STACK_OUTPUTS) return stackOutputs(backend, inputs.name);
          if (token === STACK_RESOURCES) return stackResources(backend, inputs.stackName);
          return await backend.invoke(token, inputs);
        } catch (error) {
          // Of a gRPC error, the SDK shows only the `details` (runtime/invoke.js).
          throw Object.assign(error as Error, { details: (error as Error).message });
        }
      },
    });
    this.#backend = backend;
  }

  /** Pulumi calls both for a program that has a hook; the mock monitor has neither. */
  readonly registerResourceHook = (request: Parameters<Hooks['add']>[0], callback: Callback): void => {
    try {
      this.#hooks.add(request);
      callback(null, new empty.Empty());
    } catch (error) {
      callback(error as Error);
    }
  };
  readonly registerErrorHook = this.registerResourceHook;

  override async registerResource(
    request: resources.RegisterResourceRequest,
    callback: Callback,
  ): Promise<void> {
    try {
      const registration = registrationOf(request, this.#hooks);
      const { id, outputs } = await this.#backend.register(registration);
      const state = await pulumi.runtime.serializeProperties('', outputs);
      this.resources.set(registration.urn, { urn: registration.urn, id: id ?? null, state });
      const response = new resources.RegisterResourceResponse();
      response.setUrn(registration.urn);
      response.setId(id ?? '');
      response.setObject(structs.Struct.fromJavaScript(state));
      callback(null, response);
    } catch (error) {
      callback(error as Error);
    }
  }
}

function registrationOf(request: resources.RegisterResourceRequest, hooks: Hooks): Registration {
  const type = request.getType();
  const name = request.getName();
  const parent = request.getParent();
  const timeouts = request.getCustomtimeouts();
  const given = request.getHooks();
  const subject = { urn: urnOf(parent, type, name), type, name };
  return {
    ...subject,
    custom: request.getCustom(),
    parent,
    aliases: request.getAliasesList().map((alias) => aliasOf(alias, { parent, type, name })),
    inputs: pulumi.runtime.deserializeProperties(request.getObject() ?? new structs.Struct()),
    dependencies: request.getDependenciesList(),
    provider: request.getProvider(),
    protect: request.getProtect() ?? false,
    retainOnDelete: request.getRetainondelete() ?? false,
    importId: request.getImportid() || undefined,
    timeouts: {
      create: timeouts?.getCreate() ?? '',
      update: timeouts?.getUpdate() ?? '',
      delete: timeouts?.getDelete() ?? '',
    },
    replacementTrigger: request.getReplacementTrigger()?.toJavaScript() ?? undefined,
    beforeCreate: () => hooks.run(given?.getBeforeCreateList() ?? [], subject),
    beforeUpdate: (update) => hooks.run(given?.getBeforeUpdateList() ?? [], subject, update),
    onError: (failure) => hooks.runErrorHooks(given?.getOnErrorList() ?? [], subject, failure),
  };
}

/** The real engine's URN: it holds the parents' types, but not the stack's own. */
function urnOf(parent: string, type: string, name: string): string {
  const parentType = parseUrn(parent).qualifiedType;
  const qualified = parentType === '' || parentType === STACK_TYPE ? type : `${parentType}$${type}`;
  return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${qualified}::${name}`;
}

/** What an alias does not name is the resource's own. One of a parent is not inherited: a child has to have its own. */
function aliasOf(alias: Alias, own: Record<'parent' | 'type' | 'name', string>): string {
  const spec = alias.getSpec();
  if (spec === undefined) return alias.getUrn();
  const parent = spec.getNoparent() ? '' : spec.getParenturn() || own.parent;
  return urnOf(parent, spec.getType() || own.type, spec.getName() || own.name);
}

const STACK_TYPE = 'pulumi:pulumi:Stack';
const STACK_OUTPUTS = 'pulumi:pulumi:readStackOutputs';
const STACK_RESOURCES = 'pulumi:pulumi:readStackResourceOutputs';
/** The real engine names the organization of a file backend so. */
const ORGANIZATION = 'organization';

/** builtins.go, readStackReference: the stack's full name, and its outputs. */
function stackOutputs(backend: Backend, name: unknown): object {
  assertOwnStack(name);
  return { name, outputs: backend.previousOutputs(), secretOutputNames: [] };
}

/** pkg/backend/backend.go, GetStackResourceOutputs: by URN, the type and the outputs of each resource. */
function stackResources(backend: Backend, name: unknown): object {
  assertOwnStack(name);
  const resources = Object.entries(backend.previousResources());
  const outputs = resources.map(([urn, own]) => [urn, { type: parseUrn(urn).type, outputs: own }] as const);
  return { name, outputs: Object.fromEntries(outputs) };
}

/** This engine has one stack. The message is the real engine's for a stack that it does not know. */
function assertOwnStack(name: unknown): void {
  const own = `${ORGANIZATION}/${pulumi.getProject()}/${pulumi.getStack()}`;
  if (name !== own) throw new Error(`unknown stack "${name}"`);
}
