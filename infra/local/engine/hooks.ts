// The program's resource hooks, asked as the real engine asks them: over gRPC, at the program's own callback server.
import { credentials, Metadata } from '@grpc/grpc-js';
import callbackRpc from '@pulumi/pulumi/proto/callback_grpc_pb.js';
import callbacks from '@pulumi/pulumi/proto/callback_pb.js';
import resources from '@pulumi/pulumi/proto/resource_pb.js';

/** A hook reads DNS at most: longer than its own limits together. */
const LIMIT_MS = 5 * 60_000;

export interface HookSubject {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
}

export class Hooks {
  readonly #callbacks = new Map<string, callbacks.Callback>();

  add(request: resources.RegisterResourceHookRequest): void {
    const callback = request.getCallback();
    if (callback === undefined) throw new Error(`the hook ${request.getName()} has no callback`);
    this.#callbacks.set(request.getName(), callback);
  }

  /** Throws what the first of them objects to. */
  async ask(names: readonly string[], subject: HookSubject): Promise<void> {
    for (const name of names) {
      const callback = this.#callbacks.get(name);
      if (callback === undefined) throw new Error(`${subject.name}: no hook ${name} is registered`);
      const objection = await askOne(callback, subject);
      if (objection !== '') throw new Error(objection);
    }
  }
}

/** Empty: it has nothing against it. */
function askOne(callback: callbacks.Callback, subject: HookSubject): Promise<string> {
  const client = new callbackRpc.CallbacksClient(callback.getTarget(), credentials.createInsecure());
  const invocation = new callbacks.CallbackInvokeRequest();
  invocation.setToken(callback.getToken());
  invocation.setRequest(requestOf(subject).serializeBinary());
  const answer = new Promise<string>((resolve, reject) => {
    client.invoke(invocation, new Metadata(), { deadline: Date.now() + LIMIT_MS }, (error, response) => {
      if (error !== null) return reject(error);
      resolve(resources.ResourceHookResponse.deserializeBinary(response.getResponse_asU8()).getError());
    });
  });
  return answer.finally(() => client.close());
}

function requestOf({ urn, type, name }: HookSubject): resources.ResourceHookRequest {
  const request = new resources.ResourceHookRequest();
  request.setUrn(urn);
  request.setType(type);
  request.setName(name);
  return request;
}
