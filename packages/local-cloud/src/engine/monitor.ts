// Pulumi's mock monitor with whole requests: what the program registers arrives with its options, which
// `pulumi.runtime.setMocks` alone leaves out (parents, dependencies, protection, time limits).
import * as pulumi from '@pulumi/pulumi';
import resources from '@pulumi/pulumi/proto/resource_pb.js';
import { MockMonitor } from '@pulumi/pulumi/runtime/mocks.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import type { Backend } from './backend.ts';
import { Hooks } from './hooks.ts';
import { registrationOf } from './registration.ts';
import { STACK_OUTPUTS, STACK_RESOURCES, stackOutputs, stackResources } from './stack-references.ts';

type Callback = (error: Error | null, response?: unknown) => void;

export class LocalMonitor extends MockMonitor {
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

  /** The mock monitor has no such method; Pulumi calls it for a program that has a hook. */
  registerResourceHook(request: resources.RegisterResourceHookRequest, callback: Callback): void {
    this.#addHook(request, callback);
  }

  /** Like registerResourceHook. */
  registerErrorHook(request: resources.RegisterErrorHookRequest, callback: Callback): void {
    this.#addHook(request, callback);
  }

  #addHook(request: Parameters<Hooks['add']>[0], callback: Callback): void {
    try {
      this.#hooks.add(request);
    } catch (error) {
      callback(error as Error);
      return;
    }
    callback(null, new empty.Empty());
  }

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
