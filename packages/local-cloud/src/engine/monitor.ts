// Pulumi's mock monitor with whole requests: what the program registers arrives with its options, which
// `pulumi.runtime.setMocks` alone leaves out (parents, dependencies, protection, time limits).
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseUrn } from '@petstore/custom-domains/names';
import * as pulumi from '@pulumi/pulumi';
import resources from '@pulumi/pulumi/proto/resource_pb.js';
import { MockMonitor } from '@pulumi/pulumi/runtime/mocks.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import { Hooks, type OperationFailure } from './hooks.ts';

/** One `new Resource(…)` of the program, its inputs resolved. */
export interface Registration {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** URN; empty for the stack itself. */
  readonly parent: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly dependencies: readonly string[];
  readonly protect: boolean;
  /** As written in the options (`75m`); empty where none. */
  readonly timeouts: { readonly create: string; readonly update: string; readonly delete: string };
  /** Undefined: none. One that is not what the state remembers replaces the resource. */
  readonly replacementTrigger: unknown;
  /** Asks the program's hooks for it; throws what one objects to. */
  readonly beforeCreate: () => Promise<void>;
  /** Tells the program's error hooks of a failed operation; whether one of them wants it tried again. */
  readonly onError: (failure: OperationFailure) => Promise<boolean>;
}

export interface Registered {
  readonly id?: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What stands behind the program: answers registrations and data sources; a throw fails that one alone. */
export interface Backend {
  register(registration: Registration): Promise<Registered>;
  /** Outputs of each resource that the last deployment left, by URN. */
  previousResources(): Readonly<Record<string, object>>;
  invoke(token: string, inputs: Readonly<Record<string, unknown>>): Promise<object>;
  /** Outputs of the stack's last deployment; empty where there was none. */
  previousOutputs(): Readonly<Record<string, unknown>>;
}

export interface ProgramRun {
  readonly outputs: Readonly<Record<string, unknown>> | undefined;
  /** What the program itself threw; undefined where only resources failed. */
  readonly error: Error | undefined;
}

type Callback = (error: Error | null, response?: unknown) => void;

/** The engine's own functions (pulumi/pulumi, pkg/resource/deploy/builtins.go). */
const STACK_OUTPUTS = 'pulumi:pulumi:readStackOutputs';
const STACK_RESOURCES = 'pulumi:pulumi:readStackResourceOutputs';

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

/** This engine knows one stack; the real one says the same of one that it does not know. */
function assertOwnStack(name: unknown): void {
  const own = `${ORGANIZATION}/${pulumi.getProject()}/${pulumi.getStack()}`;
  if (name !== own) throw new Error(`unknown stack "${name}"`);
}

class LocalMonitor extends MockMonitor {
  readonly #backend: Backend;
  readonly #hooks = new Hooks();

  constructor(backend: Backend) {
    super({
      // Only readResource comes here.
      newResource: ({ type }) => {
        throw new Error(`${type}: reading a resource by id is not supported`);
      },
      call: async ({ token, inputs }) => {
        try {
          if (token === STACK_OUTPUTS) return stackOutputs(backend, inputs.name);
          if (token === STACK_RESOURCES) return stackResources(backend, inputs.stackName);
          return await backend.invoke(token, inputs);
        } catch (error) {
          // The SDK shows the `details` of a gRPC error, and nothing else of it (runtime/invoke.js).
          throw Object.assign(error as Error, { details: (error as Error).message });
        }
      },
    });
    this.#backend = backend;
  }

  /** The mock monitor itself has none: Pulumi calls it only where a program has a hook. */
  registerResourceHook(request: resources.RegisterResourceHookRequest, callback: Callback): void {
    this.#hooks.add(request);
    callback(null, new empty.Empty());
  }

  /** As registerResourceHook. */
  registerErrorHook(request: resources.RegisterErrorHookRequest, callback: Callback): void {
    this.#hooks.add(request);
    callback(null, new empty.Empty());
  }

  override async registerResource(
    request: resources.RegisterResourceRequest,
    callback: Callback,
  ): Promise<void> {
    try {
      const registration = describe(request, this.#hooks);
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

function describe(request: resources.RegisterResourceRequest, hooks: Hooks): Registration {
  const type = request.getType();
  const name = request.getName();
  const parent = request.getParent();
  const timeouts = request.getCustomtimeouts();
  const urn = urnOf(parent, type, name);
  const before = request.getHooks()?.getBeforeCreateList() ?? [];
  const afterError = request.getHooks()?.getOnErrorList() ?? [];
  const subject = { urn, type, name };
  return {
    urn,
    type,
    name,
    custom: request.getCustom(),
    parent,
    inputs: pulumi.runtime.deserializeProperties(request.getObject() ?? new structs.Struct()),
    dependencies: request.getDependenciesList(),
    protect: request.getProtect() ?? false,
    timeouts: {
      create: timeouts?.getCreate() ?? '',
      update: timeouts?.getUpdate() ?? '',
      delete: timeouts?.getDelete() ?? '',
    },
    replacementTrigger: request.getReplacementTrigger()?.toJavaScript() ?? undefined,
    beforeCreate: () => hooks.ask(before, subject),
    onError: (failure) => hooks.tell(afterError, subject, failure),
  };
}

/** As the real engine names them: the parents' types are part of the URN, the stack's own is not. */
function urnOf(parent: string, type: string, name: string): string {
  const parentType = parseUrn(parent).qualifiedType;
  const qualified = parentType === '' || parentType === STACK_TYPE ? type : `${parentType}$${type}`;
  return `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${qualified}::${name}`;
}

/** As the real engine calls it for a file backend. */
const ORGANIZATION = 'organization';
const STACK_TYPE = 'pulumi:pulumi:Stack';

/**
 * Runs a Pulumi program in this process against a backend, to its end. Failed resources fail what depends on
 * them, and nothing else; the backend knows them, so their echoes in the program are not reported again.
 * Pulumi's runtime is global: one run at a time.
 */
export async function runProgram(
  program: () => Promise<Record<string, unknown>>,
  backend: Backend,
  { project, stack, preview = false }: { project: string; stack: string; preview?: boolean },
): Promise<ProgramRun> {
  const noMocks = { newResource: () => ({ id: '', state: {} }), call: () => ({}) };
  await pulumi.runtime.setMocks(noMocks, project, stack, preview, ORGANIZATION);
  pulumi.runtime.setMockOptions(new LocalMonitor(backend), project, stack, preview, ORGANIZATION);
  const silenced = silenceEchoes();
  try {
    const outputs = await pulumi.runtime.runInPulumiStack(program);
    return { outputs: outputs as Record<string, unknown> | undefined, error: undefined };
  } catch (error) {
    return { outputs: undefined, error: error as Error };
  } finally {
    await pulumi.runtime.disconnect();
    await silenced.end();
  }
}

/** A failed resource rejects every output that came from it; nobody else is waiting for those. */
function silenceEchoes(): { end: () => Promise<void> } {
  const ignore = () => undefined;
  process.on('unhandledRejection', ignore);
  return {
    async end() {
      // Node reports a rejection a turn later than it happens.
      await nextTurn();
      process.off('unhandledRejection', ignore);
    },
  };
}
