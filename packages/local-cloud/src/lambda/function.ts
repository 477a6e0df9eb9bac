// Functions with their code: aws:lambda/function:Function.
import { basename, join } from 'node:path';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type Files, hashOf, readArchive, readUnpacked, unpack } from './archive.ts';
import { functionForms } from './form.ts';
import type { FunctionRecord, FunctionService } from './function-service.ts';
import { type FunctionInputs, functionInputs } from './inputs.ts';
import { checkVariables } from './variables.ts';

/** Of an account's 1,000, Lambda keeps 100 unreserved. */
const MAX_RESERVED = 900;

export function functionHandler({ accountId }: CloudContext, service: FunctionService): Handler {
  const { records, identity } = service;
  const arnOf = (name: string, region: string) => `arn:aws:lambda:${region}:${accountId}:function:${name}`;

  const check = (arn: string, inputs: FunctionInputs) => {
    if (!identity.assumable(inputs.role, 'lambda.amazonaws.com')) {
      throw invalid('The role defined for the function cannot be assumed by Lambda.');
    }
    checkVariables(inputs.environment?.variables ?? {});
    checkReserved(arn, inputs, records.values());
  };

  const put = async (inputs: FunctionInputs, region: string) => {
    const arn = arnOf(inputs.name, region);
    check(arn, inputs);
    const { code, ...settings } = inputs;
    const files = await readArchive(code);
    const computed = computedOf(arn, region, files);
    await service.put({
      arn,
      region,
      inputs: settings,
      computed,
      root: basename(unpack(files, service.folder)),
    });
    return computed;
  };

  return defineHandler({
    type: 'aws:lambda/function:Function',
    inputs: functionInputs,
    replaceOn: ['name', 'packageType'],
    forms: functionForms,
    autoname: 'name',
    async create(inputs, { region }) {
      if (records.get(arnOf(inputs.name, region)) !== undefined) {
        throw new ServiceError('ResourceConflictException', `Function already exist: ${inputs.name}`, 409);
      }
      return { id: inputs.name, computed: await put(inputs, region) };
    },
    async read(id, { region }, known) {
      const record = records.get(arnOf(id, region));
      if (record === undefined) return undefined;
      const code = known?.code ?? readUnpacked(join(service.folder, record.root));
      return { inputs: { ...record.inputs, code }, computed: record.computed };
    },
    update: (_id, inputs, _old, { region }) => put(inputs, region),
    async delete(id, old, { region }) {
      if (!old.skipDestroy) await service.remove(arnOf(id, region));
    },
  });
}

function computedOf(arn: string, region: string, files: Files) {
  const invokeArn = (target: string) =>
    `arn:aws:apigateway:${region}:lambda:path/2015-03-31/functions/${target}/invocations`;
  return {
    arn,
    invokeArn: invokeArn(arn),
    qualifiedArn: `${arn}:$LATEST`,
    qualifiedInvokeArn: invokeArn(`${arn}:$LATEST`),
    version: '$LATEST',
    lastModified: new Date().toISOString().replace('Z', '+0000'),
    codeSha256: hashOf(files),
    sourceCodeSize: Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0),
  };
}

function checkReserved(arn: string, inputs: FunctionInputs, all: readonly FunctionRecord[]): void {
  const others = all.filter((one) => one.arn !== arn).map((one) => one.inputs.reservedConcurrentExecutions);
  const reserved = [inputs.reservedConcurrentExecutions, ...others].reduce(
    (sum, n) => sum + Math.max(0, n),
    0,
  );
  if (reserved > MAX_RESERVED) {
    throw invalid(
      "Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution " +
        'below its minimum value of [100].',
    );
  }
}

function invalid(message: string): ServiceError {
  return new ServiceError('InvalidParameterValueException', message);
}
