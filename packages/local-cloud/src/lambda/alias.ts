// Aliases: aws:lambda/alias:Alias; and GetAlias, UpdateAlias and GetFunctionConfiguration, for CodeDeploy and for programs.
// Paths and members: botocore/data/lambda/2015-03-31/service-2.json

import { randomUUID } from 'node:crypto';
import type { AliasArgs } from '@pulumi/aws/lambda/alias.js';
import type { GetAliasArgs } from '@pulumi/aws/lambda/getAlias.js';
import { z } from 'zod';
import type { CloudContext } from '../context.ts';
import type { Api, ApiRequest } from '../endpoint/index.ts';
import { defineHandler, defineInvoke, type Handler, type Invoke } from '../resources/handler.ts';
import { argsOf, part, region } from '../schema.ts';
import { refuse, ServiceError } from '../service-error.ts';
import { invokeArn } from './function.ts';
import { functionName, version } from './inputs.ts';
import { type AliasRecord, arnOfFunction, LATEST, splitArn, versionKey } from './records.ts';
import type { FunctionService } from './service.ts';

const aliasName = z.string().regex(/^(?!\d+$)[\w-]{1,128}$/);

const aliasInputs = argsOf<AliasArgs>()({
  name: aliasName,
  region,
  functionName,
  functionVersion: version,
  description: z.string().max(256).optional(),
  routingConfig: part<AliasArgs['routingConfig']>().optional(),
});
type AliasInputs = z.infer<typeof aliasInputs>;

export type AliasOperations = ReturnType<typeof createAliasOperations>;

/** `arn` is the alias's. */
export function createAliasOperations(service: FunctionService) {
  const get = (arn: string) =>
    service.aliases.get(arn) ?? refuse('ResourceNotFoundException', `Cannot find alias arn: ${arn}`, 404);
  return {
    get,
    configuration: (functionArn: string, version: string) => existing(service, functionArn, version),
    /** What is absent stays. A `revisionId` is refused unless it is the alias's own. */
    async update(arn: string, { revisionId, ...change }: Partial<AliasRecord>): Promise<AliasRecord> {
      const { revisionId: current, ...alias } = get(arn);
      if (revisionId !== undefined && revisionId !== current)
        throw new ServiceError('PreconditionFailedException', 'The Revision Id is not the latest', 412);
      return putAlias(service, { ...alias, ...change });
    },
  };
}

type Alias = Omit<AliasRecord, 'revisionId'>;

async function putAlias(service: FunctionService, alias: Alias) {
  assertAlias(service, alias);
  const put = { ...alias, revisionId: randomUUID() };
  await service.putAlias(put);
  return put;
}

/** Throws the refusals of https://docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html */
function assertAlias(service: FunctionService, { functionArn, functionVersion, weights }: Alias): void {
  const others = Object.keys(weights);
  const versions = [functionVersion, ...others];
  const roles = new Set(versions.map((one) => existing(service, functionArn, one).inputs.role));
  const invalid = (message: string) => new ServiceError('InvalidParameterValueException', message);
  const isLatest = others.length > 0 && functionVersion === LATEST;
  if (others.length > 1 || new Set(versions).size < versions.length || isLatest)
    throw invalid(`an alias has two different published versions at most, not ${versions.join(' and ')}`);
  if (roles.size > 1) throw invalid('The versions of an alias must have the same execution role');
}

function existing(service: FunctionService, functionArn: string, version: string) {
  const key = versionKey(functionArn, version);
  return (
    service.recordOf(functionArn, version) ??
    refuse('ResourceNotFoundException', `Function not found: ${key}`, 404)
  );
}

export function aliasHandler({ accountId }: CloudContext, service: FunctionService): Handler {
  const { aliases } = service;
  const arnOf = (name: string, region: string) =>
    splitArn(arnOfFunction(name, region, accountId)).functionArn;
  const put = async ({ functionName, routingConfig, ...inputs }: AliasInputs, region: string) => {
    const weights = routingConfig?.additionalVersionWeights ?? {};
    const functionArn = arnOf(functionName, region);
    await putAlias(service, { ...inputs, functionArn, region, weights });
    return computedOf(`${functionArn}:${inputs.name}`, region);
  };
  return defineHandler({
    type: 'aws:lambda/alias:Alias',
    inputs: aliasInputs,
    replaceOn: ['functionName', 'name'],
    autoname: 'name',
    async create(inputs, { region }) {
      const id = `${arnOf(inputs.functionName, region)}:${inputs.name}`;
      if (aliases.get(id) !== undefined)
        throw new ServiceError('ResourceConflictException', `Alias already exists: ${id}`, 409);
      return { id, computed: await put(inputs, region) };
    },
    async read(id, { region }, known) {
      const alias = aliases.get(aliasKey(id, (name) => arnOf(name, region)));
      if (alias === undefined) return undefined;
      const key = `${alias.functionArn}:${alias.name}`;
      return { id: key, inputs: inputsOf(alias, known), computed: computedOf(key, region) };
    },
    update: (_id, inputs, _old, { region }) => put(inputs, region),
    delete: async (id) => service.removeAlias(id),
  });
}

/** aws:lambda/getAlias:getAlias (terraform-provider-aws, internal/service/lambda/alias_data_source.go). */
export function getAlias({ accountId }: CloudContext, aliases: AliasOperations): Invoke {
  return defineInvoke({
    token: 'aws:lambda/getAlias:getAlias',
    inputs: argsOf<GetAliasArgs>()({ functionName, name: aliasName, region }),
    async call({ functionName, name }, { region }) {
      const id = `${arnOfFunction(functionName, region, accountId)}:${name}`;
      const { functionVersion, description = '' } = aliases.get(id);
      return { id, functionName, name, functionVersion, description, ...computedOf(id, region) };
    },
  });
}

/** An import names it by its ARN, or by `FUNCTION/ALIAS` (aliasImportID in alias.go). */
function aliasKey(id: string, arnOf: (name: string) => string): string {
  if (id.startsWith('arn:')) return id;
  const at = id.lastIndexOf('/');
  return `${arnOf(id.slice(0, at))}:${id.slice(at + 1)}`;
}

function inputsOf(alias: AliasRecord, known: AliasInputs | undefined): AliasInputs {
  const { functionArn, name, functionVersion, description, weights } = alias;
  return {
    name,
    functionName: known?.functionName ?? (functionArn.split(':').at(-1) as string),
    functionVersion,
    ...(description !== undefined && { description }),
    ...(Object.keys(weights).length > 0 && { routingConfig: { additionalVersionWeights: weights } }),
  };
}

function computedOf(arn: string, region: string) {
  return { arn, invokeArn: invokeArn(arn, region) };
}

const PATH = /^\/2015-03-31\/functions\/(?<name>[^/]+)\/(aliases\/(?<alias>[^/]+)|(?<what>configuration))$/;

interface UpdateAliasBody {
  readonly FunctionVersion?: string;
  readonly Description?: string;
  readonly RoutingConfig?: { readonly AdditionalVersionWeights?: Readonly<Record<string, number>> };
  readonly RevisionId?: string;
}

export function lambdaApi(accountId: string, aliases: AliasOperations): Api {
  const call = async ({ message, method, path, body, region }: ApiRequest) => {
    const { name, alias = '', what } = PATH.exec(path)?.groups ?? {};
    if (name === undefined || !(method === 'GET' || (method === 'PUT' && what === undefined)))
      throw new ServiceError('UnknownOperationException', `${method} ${path} is not emulated`, 404);
    const functionArn = arnOfFunction(decodeURIComponent(name), region, accountId);
    if (what !== undefined) {
      const Version = new URL(message.url ?? '', 'http://lambda').searchParams.get('Qualifier') ?? LATEST;
      const { name: FunctionName, role: Role } = aliases.configuration(functionArn, Version).inputs;
      return { FunctionName, Role, Version };
    }
    const arn = `${functionArn}:${decodeURIComponent(alias)}`;
    if (method === 'GET') return described(aliases.get(arn));
    const given = JSON.parse(body.toString()) as UpdateAliasBody;
    const known = aliases.get(arn);
    const updated = await aliases.update(arn, {
      functionVersion: given.FunctionVersion ?? known.functionVersion,
      description: given.Description ?? known.description,
      weights: given.RoutingConfig ? (given.RoutingConfig.AdditionalVersionWeights ?? {}) : known.weights,
      revisionId: given.RevisionId,
    });
    return described(updated);
  };
  return { call, protocol: 'rest-json' };
}

function described({ functionArn, name, functionVersion, description, weights, revisionId }: AliasRecord) {
  return {
    AliasArn: `${functionArn}:${name}`,
    Name: name,
    FunctionVersion: functionVersion,
    Description: description ?? '',
    ...(Object.keys(weights).length > 0 && { RoutingConfig: { AdditionalVersionWeights: weights } }),
    RevisionId: revisionId,
  };
}
