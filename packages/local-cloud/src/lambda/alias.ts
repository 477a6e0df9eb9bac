// Aliases: aws:lambda/alias:Alias.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type AliasInputs, aliasInputs } from './alias-inputs.ts';
import { assertAlias, putAlias } from './alias-operations.ts';
import { aliasForms } from './form.ts';
import { invokeArn } from './function.ts';
import type { AliasRecord, FunctionService } from './function-service.ts';
import { arnOfFunction, splitArn } from './qualified-arn.ts';

export function aliasHandler({ accountId }: CloudContext, service: FunctionService): Handler {
  const { aliases } = service;
  const arnOf = (name: string, region: string) =>
    splitArn(arnOfFunction(name, region, accountId)).functionArn;
  const aliasOf = (inputs: AliasInputs, region: string) => {
    const { name, functionVersion, description, routingConfig } = inputs;
    const weights = routingConfig?.additionalVersionWeights ?? {};
    const functionArn = arnOf(inputs.functionName, region);
    return { functionArn, region, name, functionVersion, description, weights };
  };
  const put = async (inputs: AliasInputs, region: string) => {
    const { functionArn, name } = await putAlias(service, aliasOf(inputs, region));
    return computedOf(`${functionArn}:${name}`, region);
  };
  return defineHandler({
    type: 'aws:lambda/alias:Alias',
    inputs: aliasInputs,
    replaceOn: ['functionName', 'name'],
    forms: aliasForms,
    autoname: 'name',
    async create(inputs, { region }) {
      const id = `${arnOf(inputs.functionName, region)}:${inputs.name}`;
      assertAlias(service, aliasOf(inputs, region));
      if (aliases.get(id) !== undefined) {
        throw new ServiceError('ResourceConflictException', `Alias already exists: ${id}`, 409);
      }
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
