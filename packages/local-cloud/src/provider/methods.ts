// The methods of the provider protocol (pulumi/pulumi, proto/pulumi/provider.proto), each over the operations.
import { isDeepStrictEqual } from 'node:util';
import grpc from '@grpc/grpc-js';
import { parseUrn } from '@petstore/custom-domains/names';
import plugin from '@pulumi/pulumi/proto/plugin_pb.js';
import provider from '@pulumi/pulumi/proto/provider_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { DiffResult, Operations, ResourceRef } from './operations.ts';
import { describeStruct, fromStruct, type Properties, toStruct } from './values.ts';

/** A unary call as a promise. The engine shows the message of what it throws beside the resource. */
function unary<Request, Response>(
  method: (request: Request) => Promise<Response>,
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    method(call.request).then(
      (response) => callback(null, response),
      (error: Error) => callback({ code: grpc.status.UNKNOWN, message: error.message }),
    );
  };
}

interface Named {
  getUrn(): string;
  getName(): string;
  getType(): string;
}

/** Older engines send only the URN, whose last two parts are the type and the name. */
function refOf(request: Named): ResourceRef {
  const { type, name } = parseUrn(request.getUrn());
  return { type: request.getType() || type, name: request.getName() || name };
}

/** The package that a server provides; the engine compares its version with the one that the program was written for. */
export interface ServedPackage {
  readonly name: string;
  readonly version: string;
}

export function providerMethods(
  operations: Operations,
  { name, version }: ServedPackage,
): grpc.UntypedServiceImplementation {
  return {
    handshake: unary(async () => {
      const response = new provider.ProviderHandshakeResponse();
      return response.setAcceptSecrets(false).setAcceptResources(false).setAcceptOutputs(false);
    }),
    getPluginInfo: unary(async () => {
      const response = new plugin.PluginInfo();
      response.setVersion(version);
      return response;
    }),
    attach: unary(async () => new empty.Empty()),
    cancel: unary(async () => new empty.Empty()),
    checkConfig: unary(async (request: provider.CheckRequest) =>
      checkResponse(fromStruct(request.getNews()), []),
    ),
    diffConfig: unary(async (request: provider.DiffRequest) => {
      // Without DIFF_SOME the engine keeps its old config: `DiffConfig` in pulumi-terraform-bridge's pkg/tfbridge/provider.go.
      const same = isDeepStrictEqual(fromStruct(request.getOldInputs()), fromStruct(request.getNews()));
      const { DIFF_NONE, DIFF_SOME } = provider.DiffResponse.DiffChanges;
      return new provider.DiffResponse().setChanges(same ? DIFF_NONE : DIFF_SOME);
    }),
    configure: unary(async (request: provider.ConfigureRequest) => {
      operations.configure(name, fromStruct(request.getArgs()));
      return new provider.ConfigureResponse().setSupportspreview(true);
    }),
    invoke: unary(async (request: provider.InvokeRequest) => {
      const result = await operations.invoke(request.getTok(), fromStruct(request.getArgs()));
      return new provider.InvokeResponse().setReturn(await toStruct(result));
    }),
    check: unary(async (request: provider.CheckRequest) => {
      const olds = request.hasOlds() ? fromStruct(request.getOlds()) : undefined;
      const news = fromStruct(request.getNews());
      const checked = operations.check(refOf(request), olds, news, request.getRandomseed_asU8());
      return checkResponse(checked.inputs, checked.failures);
    }),
    diff: unary((request: provider.DiffRequest) => diff(operations, request)),
    create: unary(async (request: provider.CreateRequest) => {
      const inputs = fromStruct(request.getProperties());
      const created = await operations.create(
        refOf(request),
        inputs,
        request.getTimeout(),
        request.getPreview(),
      );
      return new provider.CreateResponse()
        .setId(created.id)
        .setProperties(await toStruct(created.properties));
    }),
    read: unary((request: provider.ReadRequest) => read(operations, request)),
    update: unary(async (request: provider.UpdateRequest) => {
      const properties = await operations.update(
        refOf(request),
        request.getId(),
        {
          state: fromStruct(request.getOlds()),
          oldInputs: fromStruct(request.getOldInputs()),
          news: fromStruct(request.getNews()),
          paths: () => diffOf(operations, request).paths,
        },
        request.getTimeout(),
        request.getPreview(),
      );
      return new provider.UpdateResponse().setProperties(await toStruct(properties));
    }),
    delete: unary(async (request: provider.DeleteRequest) => {
      const state = fromStruct(request.getOldInputs() ?? request.getProperties());
      await operations.delete(refOf(request), request.getId(), state, request.getTimeout());
      return new empty.Empty();
    }),
  };
}

async function checkResponse(
  inputs: Properties,
  failures: readonly { property: string; reason: string }[],
): Promise<provider.CheckResponse> {
  const response = new provider.CheckResponse().setInputs(await toStruct(inputs));
  for (const { property, reason } of failures) {
    response.addFailures(new provider.CheckFailure().setProperty(property).setReason(reason));
  }
  return response;
}

/** Of inputs in which each asset is represented by its hash. */
function diffOf(operations: Operations, request: provider.DiffRequest | provider.UpdateRequest): DiffResult {
  const oldInputs = describeStruct(request.getOldInputs() ?? request.getOlds());
  return operations.diff(refOf(request), oldInputs, describeStruct(request.getNews()));
}

async function diff(operations: Operations, request: provider.DiffRequest): Promise<provider.DiffResponse> {
  const result = diffOf(operations, request);
  const { DIFF_NONE, DIFF_SOME } = provider.DiffResponse.DiffChanges;
  const topLevel = (paths: readonly string[]) => [
    ...new Set(paths.map((path) => path.split(/[.[]/)[0] ?? path)),
  ];
  return new provider.DiffResponse()
    .setChanges(result.changed ? DIFF_SOME : DIFF_NONE)
    .setDiffsList(topLevel(result.paths))
    .setReplacesList(topLevel(result.replaces))
    .setDeletebeforereplace(result.deleteBeforeReplace);
}

async function read(operations: Operations, request: provider.ReadRequest): Promise<provider.ReadResponse> {
  const live = await operations.read(refOf(request), request.getId(), fromStruct(request.getInputs()));
  const response = new provider.ReadResponse();
  // An empty id means that the resource no longer exists.
  if (live === undefined) return response;
  return response
    .setId(live.id)
    .setInputs(await toStruct(live.inputs))
    .setProperties(await toStruct(live.properties));
}
