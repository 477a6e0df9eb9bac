// The methods of the provider protocol (pulumi/pulumi, proto/pulumi/provider.proto), over the same handlers as the in-process
// engine. Each throws what the service refuses.
import { isDeepStrictEqual } from 'node:util';
import grpc from '@grpc/grpc-js';
import { parseUrn } from '@petstore/custom-domains/names';
import plugin from '@pulumi/pulumi/proto/plugin_pb.js';
import provider from '@pulumi/pulumi/proto/provider_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { diffInputs } from '../engine/diff.ts';
import { contextOf, type OperationContext } from '../resources/handler.ts';
import { checkInputs, type Registry } from '../resources/registry.ts';
import type { Properties } from './values.ts';
import { describeStruct, fromStruct, toStruct, withoutStoredAssets } from './values.ts';

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

export interface ServedPackage {
  readonly name: string;
  readonly version: string;
}

/** Of a request; undefined where the engine sends no time limit, which is 0 then. */
const timeoutOf = (request: { getTimeout(): number }) => request.getTimeout() * 1000 || undefined;

export function providerMethods(
  registry: Registry,
  run: OperationContext,
  { name, version }: ServedPackage,
  onCancel: () => void,
): grpc.UntypedServiceImplementation {
  /** Of inputs in which each asset is represented by its hash. */
  const diffOf = (request: provider.DiffRequest | provider.UpdateRequest) => {
    const { type, name } = parseUrn(request.getUrn());
    const old = describeStruct(request.getOldInputs() ?? request.getOlds());
    const news = describeStruct(request.getNews());
    return diffInputs(registry.handler(type), name, { old, news, region: run.region });
  };
  return {
    handshake: unary(async () => new provider.ProviderHandshakeResponse()),
    getPluginInfo: unary(async () => new plugin.PluginInfo().setVersion(version)),
    attach: unary(async () => new empty.Empty()),
    cancel: unary(async () => {
      onCancel();
      return new empty.Empty();
    }),
    checkConfig: unary(async (request: provider.CheckRequest) =>
      checkResponse(fromStruct(request.getNews()), []),
    ),
    diffConfig: unary(async (request: provider.DiffRequest) => {
      // Without DIFF_SOME the engine keeps its old config: `DiffConfig` in pulumi-terraform-bridge's pkg/tfbridge/provider.go.
      const same = isDeepStrictEqual(fromStruct(request.getOldInputs()), fromStruct(request.getNews()));
      const { DIFF_NONE, DIFF_SOME } = provider.DiffResponse.DiffChanges;
      return new provider.DiffResponse().setChanges(same ? DIFF_NONE : DIFF_SOME);
    }),
    /** The engine does so for each explicit provider too. */
    configure: unary(async (request: provider.ConfigureRequest) => {
      registry.configure(name, fromStruct(request.getArgs()));
      return new provider.ConfigureResponse().setSupportspreview(true);
    }),
    invoke: unary(async (request: provider.InvokeRequest) => {
      const invoke = registry.invoke(request.getTok());
      const inputs = fromStruct(request.getArgs());
      const result = await invoke.call(invoke.inputs.parse(inputs), contextOf(run, inputs));
      return new provider.InvokeResponse().setReturn(await toStruct(result));
    }),
    check: unary(async (request: provider.CheckRequest) => {
      const { type, name } = parseUrn(request.getUrn());
      const olds = request.hasOlds() ? fromStruct(request.getOlds()) : undefined;
      const news = fromStruct(request.getNews());
      const seed = request.getRandomseed_asU8();
      const checked = checkInputs(registry.handler(type), name, news, olds, seed);
      return checkResponse(checked.inputs, checked.failures);
    }),
    diff: unary(async (request: provider.DiffRequest) => {
      const diff = diffOf(request);
      const { DIFF_NONE, DIFF_SOME } = provider.DiffResponse.DiffChanges;
      if (diff.kind === 'same') return new provider.DiffResponse().setChanges(DIFF_NONE);
      const names = [...new Set(diff.paths.map((path) => path.split(/[.[]/)[0] ?? path))];
      const response = new provider.DiffResponse().setChanges(DIFF_SOME).setDiffsList(names);
      if (diff.kind === 'update') return response;
      return response.setReplacesList(names).setDeletebeforereplace(diff.deleteFirst);
    }),
    /** A preview creates nothing: what the service would compute is unknown. */
    create: unary(async (request: provider.CreateRequest) => {
      const handler = registry.handler(parseUrn(request.getUrn()).type);
      const inputs = fromStruct(request.getProperties());
      const response = new provider.CreateResponse();
      if (request.getPreview()) {
        return response.setProperties(await toStruct({ ...inputs, ...handler.planned?.(inputs as never) }));
      }
      const created = await handler.create(inputs as never, contextOf(run, inputs, timeoutOf(request)));
      return response.setId(created.id).setProperties(await toStruct({ ...inputs, ...created.computed }));
    }),
    /** The inputs as last deployed are empty on an import. */
    read: unary(async (request: provider.ReadRequest) => {
      const known = fromStruct(request.getInputs());
      const last = Object.keys(known).length === 0 ? undefined : (withoutStoredAssets(known) as never);
      const handler = registry.handler(parseUrn(request.getUrn()).type);
      const live = await handler.read(request.getId(), contextOf(run, known), last);
      const response = new provider.ReadResponse();
      // An empty id means that the resource no longer exists.
      if (live === undefined) return response;
      const inputs = live.inputs as Properties;
      return response
        .setId(live.id ?? request.getId())
        .setInputs(await toStruct(inputs))
        .setProperties(await toStruct({ ...inputs, ...(live.computed as object) }));
    }),
    update: unary(async (request: provider.UpdateRequest) => {
      const handler = registry.handler(parseUrn(request.getUrn()).type);
      const news = fromStruct(request.getNews());
      const response = new provider.UpdateResponse();
      if (request.getPreview()) {
        const state = fromStruct(request.getOlds());
        const diff = diffOf(request);
        const paths = diff.kind === 'same' ? [] : diff.paths;
        const planned = handler.planned?.(news as never, { state, paths });
        return response.setProperties(await toStruct({ ...state, ...news, ...planned }));
      }
      const context = contextOf(run, news, timeoutOf(request));
      const old = fromStruct(request.getOldInputs());
      const computed = await handler.update(request.getId(), news as never, old as never, context);
      return response.setProperties(await toStruct({ ...news, ...(computed as object) }));
    }),
    delete: unary(async (request: provider.DeleteRequest) => {
      const state = fromStruct(request.getOldInputs() ?? request.getProperties());
      const handler = registry.handler(parseUrn(request.getUrn()).type);
      await handler.delete(request.getId(), state as never, contextOf(run, state, timeoutOf(request)));
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
