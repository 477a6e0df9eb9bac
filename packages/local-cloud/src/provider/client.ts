// Calls a provider of the local cloud as an engine does (pulumi/pulumi, proto/pulumi/provider.proto): to change one resource
// that a stack's state has, without that stack.
import grpc from '@grpc/grpc-js';
import service from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import provider from '@pulumi/pulumi/proto/provider_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';

/** A resource as a checkpoint of the engine has it: properties in the protocol's own form, assets included. */
export interface StoredResource {
  readonly urn: string;
  readonly id: string;
  readonly type: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
}

/** A call that failed: nothing listens at the port, the check refuses the inputs, or the service refuses the call. */
export class ProviderCallError extends Error {
  override readonly name = 'ProviderCallError';
  readonly code: 'provider-unreachable' | 'inputs-refused' | 'provider-refused';

  constructor(code: ProviderCallError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

type Done<Response> = (error: grpc.ServiceError | null, response: Response) => void;

/** `port`: of 127.0.0.1. */
export function connectProvider(port: number) {
  const client = new service.ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  return {
    delete: ({ urn, id, inputs, outputs }: StoredResource): Promise<void> => {
      const request = new provider.DeleteRequest().setUrn(urn).setId(id);
      request.setOldInputs(struct(inputs)).setProperties(struct(outputs));
      return called((done: Done<object>) => client.delete(request, done)).then(() => undefined);
    },
    /** Throws ProviderCallError, with every reason, for inputs that the provider's check refuses. */
    update: async ({ urn, id, inputs, outputs }: StoredResource, changed: Record<string, unknown>) => {
      const check = new provider.CheckRequest().setUrn(urn).setOlds(struct(inputs)).setNews(struct(changed));
      const checked = await called((done: Done<provider.CheckResponse>) => client.check(check, done));
      const reasons = checked.getFailuresList().map((failure) => failure.getReason());
      if (reasons.length > 0) throw new ProviderCallError('inputs-refused', reasons.join('; '));
      const request = new provider.UpdateRequest().setUrn(urn).setId(id).setNews(checked.getInputs());
      request.setOldInputs(struct(inputs)).setOlds(struct(outputs));
      await called((done: Done<object>) => client.update(request, done));
    },
    close: () => client.close(),
  };
}

function struct(properties: Record<string, unknown>): structs.Struct {
  return structs.Struct.fromJavaScript(properties as Record<string, structs.JavaScriptValue>);
}

function called<Response>(call: (done: Done<Response>) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    call((error, response) => {
      if (error === null) return resolve(response);
      const isAway = error.code === grpc.status.UNAVAILABLE;
      reject(new ProviderCallError(isAway ? 'provider-unreachable' : 'provider-refused', error.details));
    });
  });
}
