// The provider protocol over gRPC, called as the real engine calls it.
import { createHash } from 'node:crypto';
import grpc from '@grpc/grpc-js';
import * as pulumi from '@pulumi/pulumi';
import service from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import provider from '@pulumi/pulumi/proto/provider_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import type { Cloud } from '../../src/cloud.ts';
import { serveProvider } from '../../src/provider/packages.ts';

export type Inputs = Readonly<Record<string, unknown>>;

interface Outcome {
  readonly action: 'create' | 'update' | 'replace' | 'same';
  readonly id: string;
  readonly outputs: Inputs;
}

type Method = 'configure' | 'check' | 'diff' | 'create' | 'read' | 'update' | 'delete' | 'invoke';

type Unary = (request: unknown, done: (error: grpc.ServiceError | null, response: unknown) => void) => void;

/** One unary call; rejects with the message that the engine would show. */
export interface Protocol {
  call<Response>(method: Method, request: unknown): Promise<Response>;
  close(): Promise<void>;
}

export async function connect({ registry }: Pick<Cloud, 'registry'>, region: string): Promise<Protocol> {
  const server = await serveProvider(registry, region, { name: 'aws', version: '1.0.0' });
  const client = new service.ResourceProviderClient(
    `127.0.0.1:${server.port}`,
    grpc.credentials.createInsecure(),
  );
  return {
    call: (method, request) =>
      new Promise((resolve, reject) => {
        const unary = client[method].bind(client) as unknown as Unary;
        unary(request, (error, response) =>
          error === null ? resolve(response as never) : reject(new Error(error.details)),
        );
      }),
    close: async () => {
      client.close();
      await server.close();
    },
  };
}

interface Held {
  readonly type: string;
  readonly id: string;
  readonly inputs: Inputs;
  readonly properties: Inputs;
}

const urnOf = (type: string, name: string) => `urn:pulumi:test::contract::${type}::${name}`;

export type Driver = ReturnType<typeof protocolDriver>;

/** The engine's part in the protocol, for one resource in the terms of `pulumi up`. A refusal rejects, as the engine shows it. */
export function protocolDriver(protocol: Protocol) {
  const state = new Map<string, Held>();

  const check = async (type: string, name: string, inputs: Inputs, olds: Inputs | undefined) => {
    const request = new provider.CheckRequest().setUrn(urnOf(type, name)).setNews(await marshal(inputs));
    if (olds !== undefined) request.setOlds(remembered(olds));
    const response = await protocol.call<provider.CheckResponse>('check', request);
    const failures = response.getFailuresList().map((failure) => failure.getReason());
    if (failures.length > 0) throw new Error(failures.join('\n'));
    return unmarshal(response.getInputs());
  };
  const create = async (type: string, name: string, inputs: Inputs): Promise<Held> => {
    const request = new provider.CreateRequest()
      .setUrn(urnOf(type, name))
      .setProperties(await marshal(inputs));
    const response = await protocol.call<provider.CreateResponse>('create', request);
    return { type, id: response.getId(), inputs, properties: unmarshal(response.getProperties()) };
  };
  const destroy = async (name: string, { type, id, inputs, properties }: Held) => {
    const request = new provider.DeleteRequest().setUrn(urnOf(type, name)).setId(id);
    request.setOldInputs(remembered(inputs)).setProperties(remembered(properties));
    await protocol.call('delete', request);
  };
  const diff = async (name: string, { type, id, inputs, properties }: Held, news: Inputs) => {
    const request = new provider.DiffRequest().setUrn(urnOf(type, name)).setId(id);
    request.setOldInputs(remembered(inputs)).setOlds(remembered(properties)).setNews(remembered(news));
    return protocol.call<provider.DiffResponse>('diff', request);
  };
  const update = async (name: string, old: Held, news: Inputs): Promise<Held> => {
    const request = new provider.UpdateRequest().setUrn(urnOf(old.type, name)).setId(old.id);
    request.setOldInputs(remembered(old.inputs)).setOlds(remembered(old.properties));
    const response = await protocol.call<provider.UpdateResponse>(
      'update',
      request.setNews(await marshal(news)),
    );
    return { ...old, inputs: news, properties: unmarshal(response.getProperties()) };
  };
  const replace = async (name: string, old: Held, declared: Inputs, deleteFirst: boolean): Promise<Held> => {
    const news = await check(old.type, name, declared, undefined);
    if (deleteFirst) await destroy(name, old);
    const created = await create(old.type, name, news);
    if (!deleteFirst) await destroy(name, old);
    return created;
  };
  const step = async (type: string, name: string, declared: Inputs): Promise<[Outcome['action'], Held]> => {
    const old = state.get(name);
    const news = await check(type, name, declared, old?.inputs);
    if (old === undefined) return ['create', await create(type, name, news)];
    const planned = await diff(name, old, news);
    if (planned.getChanges() === provider.DiffResponse.DiffChanges.DIFF_NONE) return ['same', old];
    if (planned.getReplacesList().length === 0) return ['update', await update(name, old, news)];
    return ['replace', await replace(name, old, declared, planned.getDeletebeforereplace())];
  };

  return {
    /** Declares the resource, beside those declared before. */
    async apply(type: string, name: string, inputs: Inputs): Promise<Outcome> {
      const [action, held] = await step(type, name, inputs);
      state.set(name, held);
      return { action, id: held.id, outputs: held.properties };
    },
    /** Removes it from the program; resolves to its id. */
    async remove(name: string): Promise<string> {
      const held = state.get(name) as Held;
      await destroy(name, held);
      state.delete(name);
      return held.id;
    },
    /** Reads every resource back; those that no longer exist leave the state. */
    async refresh(): Promise<void> {
      for (const [name, held] of state) {
        const request = new provider.ReadRequest().setUrn(urnOf(held.type, name)).setId(held.id);
        request.setInputs(remembered(held.inputs)).setProperties(remembered(held.properties));
        const live = await protocol.call<provider.ReadResponse>('read', request);
        if (live.getId() === '') state.delete(name);
        else
          state.set(name, {
            ...held,
            inputs: unmarshal(live.getInputs()),
            properties: unmarshal(live.getProperties()),
          });
      }
    },
    /** The checked inputs, with defaults and the physical name. */
    checked: (name: string): Inputs => state.get(name)?.inputs ?? {},
    close: () => protocol.close(),
  };
}

// Properties as the real engine sends them: assets with a hash; those of the state as a hash alone.

const { specialSigKey, specialAssetSig, specialArchiveSig } = pulumi.runtime;
type Wire = Record<string, structs.JavaScriptValue>;

export async function marshal(inputs: Inputs): Promise<structs.Struct> {
  const wire = await pulumi.runtime.serializeProperties('', { ...inputs });
  return structs.Struct.fromJavaScript(mapAssets(wire, withHash) as Wire);
}

/** The engine adds the hash that a provider's asset lacks. */
export function unmarshal(struct: structs.Struct | undefined): Inputs {
  return mapAssets(struct?.toJavaScript() ?? {}, withHash) as Inputs;
}

/** Properties of the state, with assets as `{ signature, hash }`. */
function remembered(properties: Inputs): structs.Struct {
  const contentless = (asset: Wire) => ({
    [specialSigKey]: asset[specialSigKey] ?? '',
    hash: asset.hash ?? '',
  });
  return structs.Struct.fromJavaScript(mapAssets(properties, contentless) as Wire);
}

function withHash(asset: Wire): Wire {
  return typeof asset.hash === 'string' && asset.hash !== '' ? asset : { ...asset, hash: hashOf(asset) };
}

/** A hash of the content. The suite's assets are text, and archives of text. */
function hashOf({ text, assets }: Wire): string {
  const entries = Object.entries((assets ?? {}) as Record<string, Wire>).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = typeof text === 'string' ? text : entries.map(([name, entry]) => [name, hashOf(entry)]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function mapAssets(value: unknown, map: (asset: Wire) => Wire): unknown {
  if (Array.isArray(value)) return value.map((item) => mapAssets(item, map));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Wire;
  const signature = object[specialSigKey];
  if (signature === specialArchiveSig || signature === specialAssetSig) return map(object);
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, mapAssets(inner, map)]));
}
