// The program's resource hooks and error hooks, run as the real engine runs them: over gRPC, at the program's own
// callback server.
import { credentials, Metadata } from '@grpc/grpc-js';
import * as pulumi from '@pulumi/pulumi';
import callbackRpc from '@pulumi/pulumi/proto/callback_grpc_pb.js';
import callbacks from '@pulumi/pulumi/proto/callback_pb.js';
import resources from '@pulumi/pulumi/proto/resource_pb.js';
import type { Message } from 'google-protobuf';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';

/** The longest hook waits for a release: longer than the longest canary that a stack may have, an hour. */
const LIMIT_MS = 2 * 60 * 60_000;

interface HookSubject {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
}

export interface UpdateArguments {
  readonly id: string;
  readonly newInputs: object;
  readonly oldInputs: object;
  readonly oldOutputs: object;
}

export interface OperationFailure {
  readonly operation: 'create' | 'update';
  readonly id: string;
  readonly newInputs: object;
  readonly oldInputs?: object;
  readonly errors: readonly string[];
}

export class Hooks {
  readonly #callbacks = new Map<string, callbacks.Callback>();

  add(request: resources.RegisterResourceHookRequest | resources.RegisterErrorHookRequest): void {
    const callback = request.getCallback();
    const name = request.getName();
    if (callback === undefined) throw new Error(`the hook ${name} has no callback`);
    // Of both kinds together: pulumi, pkg/resource/deploy/resource_hooks.go.
    if (this.#callbacks.has(name))
      throw new Error(`resource hook already registered for name ${JSON.stringify(name)}`);
    this.#callbacks.set(name, callback);
  }

  /** Throws the error of the first hook that fails. */
  async run(names: readonly string[], subject: HookSubject, update?: UpdateArguments): Promise<void> {
    for (const name of names) {
      const request = new resources.ResourceHookRequest();
      request.setUrn(subject.urn).setType(subject.type).setName(subject.name);
      if (update !== undefined) {
        request.setId(update.id).setNewInputs(await structOf(update.newInputs));
        request.setOldInputs(await structOf(update.oldInputs));
        request.setOldOutputs(await structOf(update.oldOutputs));
      }
      const response = await this.#invoke(name, subject, request);
      const error = resources.ResourceHookResponse.deserializeBinary(response).getError();
      if (error !== '') throw new Error(error);
    }
  }

  /** As RunErrorHooks of the real engine (pkg/resource/deploy/deployment.go). Throws where a hook fails, or asks for a retry. */
  async runErrorHooks(names: readonly string[], subject: HookSubject, failure: OperationFailure) {
    const { urn, type, name: resource } = subject;
    const { operation, id, newInputs, oldInputs, errors } = failure;
    for (const name of names) {
      const request = new resources.ErrorHookRequest().setUrn(urn).setType(type).setName(resource).setId(id);
      request.setFailedOperation(operation).setErrorsList([...errors]);
      if (oldInputs !== undefined) request.setOldInputs(await structOf(oldInputs));
      request.setNewInputs(await structOf(newInputs));
      const bytes = await this.#invoke(name, subject, request);
      const response = resources.ErrorHookResponse.deserializeBinary(bytes);
      if (response.getError() !== '') throw new Error(`error hook "${name}" failed: ${response.getError()}`);
      if (response.getRetry())
        throw new Error(`error hook "${name}" asks for a retry, which the local cloud does not do`);
    }
  }

  /** Resolves to the hook's response, serialised. */
  async #invoke(name: string, subject: HookSubject, request: Message): Promise<Uint8Array> {
    const callback = this.#callbacks.get(name);
    if (callback === undefined) throw new Error(`${subject.name}: no hook ${name} is registered`);
    const client = new callbackRpc.CallbacksClient(callback.getTarget(), credentials.createInsecure());
    const invocation = new callbacks.CallbackInvokeRequest().setToken(callback.getToken());
    invocation.setRequest(request.serializeBinary());
    const deadline = Date.now() + LIMIT_MS;
    return new Promise<Uint8Array>((resolve, reject) => {
      client.invoke(invocation, new Metadata(), { deadline }, (error, result) =>
        error === null ? resolve(result.getResponse_asU8()) : reject(error),
      );
    }).finally(() => client.close());
  }
}

async function structOf(properties: object): Promise<structs.Struct> {
  return structs.Struct.fromJavaScript(await pulumi.runtime.serializeProperties('', { ...properties }));
}
