// Lambda resources: functions with their code, and the permissions to invoke them.
import { basename, join } from 'node:path';
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type Files, hashOf, readArchive, readUnpacked, unpack } from './archive.ts';
import { functionForms, permissionForms } from './form.ts';
import type { FunctionRecord, FunctionService } from './function-service.ts';
import { type FunctionInputs, functionInputs, permissionInputs } from './inputs.ts';
import { checkVariables } from './variables.ts';

/** Of an account's 1,000, so many stay unreserved. */
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

export function permissionHandler(
  { accountId }: CloudContext,
  { records, permissions }: FunctionService,
): Handler {
  const arnOf = (name: string, region: string) =>
    name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${accountId}:function:${name}`;
  return defineHandler({
    type: 'aws:lambda/permission:Permission',
    inputs: permissionInputs,
    replaceOn: ['statementId', 'action', 'function', 'principal', 'sourceArn', 'sourceAccount'],
    forms: permissionForms,
    autoname: 'statementId',
    async create(inputs, { region }) {
      const arn = arnOf(inputs.function, region);
      if (records.get(arn) === undefined) {
        throw new ServiceError('ResourceNotFoundException', `Function not found: ${arn}`, 404);
      }
      const key = `${arn}/${inputs.statementId}`;
      if (permissions.get(key) !== undefined) {
        throw new ServiceError(
          'ResourceConflictException',
          `The statement id (${inputs.statementId}) provided already exists. ` +
            'Please provide a new statement id, or remove the existing statement.',
          409,
        );
      }
      permissions.set(key, inputs);
      return { id: inputs.statementId, computed: {} };
    },
    async read(id, { region }, known) {
      const inputs =
        known === undefined
          ? permissions.values().find((one) => one.statementId === id)
          : permissions.get(`${arnOf(known.function, region)}/${id}`);
      return inputs && { inputs, computed: {} };
    },
    // Every input replaces.
    update: async () => ({}),
    delete: async (id, old, { region }) => void permissions.delete(`${arnOf(old.function, region)}/${id}`),
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
