// Functions with their code: aws:lambda/function:Function; and the look-up of one of their versions.
import { basename, join } from 'node:path';
import type { GetFunctionArgs } from '@pulumi/aws/lambda/getFunction.js';
import { unknown } from '@pulumi/pulumi/output.js';
import type { CloudContext } from '../context.ts';
import {
  defineHandler,
  defineInvoke,
  type Handler,
  type Invoke,
  type PlannedUpdate,
} from '../resources/handler.ts';
import { argsOf, region } from '../schema.ts';
import { refuseIf } from '../service-error.ts';
import { type Files, hashOf, readArchive, readUnpacked, unpack } from './archive.ts';
import { type FunctionInputs, functionInputs, functionName, version } from './inputs.ts';
import { arnOfFunction, type FunctionRecord, LATEST, versionKey } from './records.ts';
import type { FunctionService } from './service.ts';

export function functionHandler({ accountId }: CloudContext, service: FunctionService): Handler {
  const { records, identity } = service;
  const arnOf = (name: string, region: string) => arnOfFunction(name, region, accountId);

  const put = async (inputs: FunctionInputs, region: string) => {
    const arn = arnOf(inputs.name, region);
    const message = 'The role defined for the function cannot be assumed by Lambda.';
    refuseIf(!identity.hasRole(inputs.role), 'InvalidParameterValueException', message);
    const { code, ...settings } = inputs;
    const files = await readArchive(code);
    const record = {
      ...{ arn, region, inputs: settings, computed: computedOf(arn, region, files) },
      root: basename(unpack(files, service.folder)),
    };
    await service.put(record);
    if (inputs.publish) service.publish(record);
    return computedWithVersion(record);
  };

  /** The provider returns the latest published version's, or `$LATEST`'s where there is none (resourceFunctionRead). */
  const computedWithVersion = ({ arn, region, computed }: FunctionRecord) => {
    const version = service.versionsOf(arn).at(-1)?.computed.version ?? LATEST;
    const qualifiedArn = versionKey(arn, version);
    return { ...computed, version, qualifiedArn, qualifiedInvokeArn: invokeArn(qualifiedArn, region) };
  };

  return defineHandler({
    type: 'aws:lambda/function:Function',
    inputs: functionInputs,
    replaceOn: ['name'],
    autoname: 'name',
    planned: publishedOnUpdate,
    computedInputs: ['sourceCodeHash'],
    async create(inputs, { region }) {
      const isTaken = records.get(arnOf(inputs.name, region)) !== undefined;
      refuseIf(isTaken, 'ResourceConflictException', `Function already exist: ${inputs.name}`, 409);
      return { id: inputs.name, computed: await put(inputs, region) };
    },
    async read(id, { region }, known) {
      const record = records.get(arnOf(id, region));
      if (record === undefined) return undefined;
      // The engine sends the code of a state as a hash alone.
      const code = known?.code ?? readUnpacked(join(service.folder, record.root));
      // The provider's own, which it does not read back (resourceFunctionRead).
      const { publish = false, sourceCodeHash } = known ?? {};
      const inputs = { ...record.inputs, code, publish, sourceCodeHash };
      return { inputs, computed: computedWithVersion(record) };
    },
    update: (_id, inputs, _old, { region }) => put(inputs, region),
    delete: (id, _old, { region }) => service.remove(arnOf(id, region)),
  });
}

/** Without a qualifier the newest version, `$LATEST` where none is published: terraform-provider-aws, function_data_source.go. */
export function getFunction({ accountId }: CloudContext, service: FunctionService): Invoke {
  return defineInvoke({
    token: 'aws:lambda/getFunction:getFunction',
    inputs: argsOf<GetFunctionArgs>()({ functionName, qualifier: version.optional(), region }),
    async call({ functionName, qualifier }, { region }) {
      const arn = arnOfFunction(functionName, region, accountId);
      const newest = service.versionsOf(arn).at(-1)?.computed.version ?? LATEST;
      const found = service.recordOf(arn, qualifier ?? newest);
      if (found === undefined)
        throw new Error(`reading Lambda Function (${functionName}): couldn't find resource`);
      const { loggingConfig, publish, name, ...inputs } = found.inputs;
      const loggingConfigs = loggingConfig === undefined ? [] : [loggingConfig];
      return { id: name, functionName: name, ...inputs, loggingConfigs, ...found.computed };
    },
  });
}

export function invokeArn(arn: string, region: string): string {
  return `arn:aws:apigateway:${region}:lambda:path/2015-03-31/functions/${arn}/invocations`;
}

function computedOf(arn: string, region: string, files: Files) {
  return {
    arn,
    invokeArn: invokeArn(arn, region),
    version: LATEST,
    lastModified: new Date().toISOString().replace('Z', '+0000'),
    codeSha256: hashOf(files),
    sourceCodeSize: Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0),
  };
}

/** What publishes no version: it belongs to the function itself, or only to the provider. */
const UNPUBLISHED = ['tags', 'reservedConcurrentExecutions'];

/** updateComputedAttributesOnPublish in function.go: a plan does not know the number of the version to come. */
function publishedOnUpdate({ publish: isPublished }: FunctionInputs, update?: PlannedUpdate): object {
  const changes = update?.paths.some((path) => !UNPUBLISHED.includes(path.split(/[.[]/)[0] ?? ''));
  return isPublished && changes
    ? { version: unknown, qualifiedArn: unknown, qualifiedInvokeArn: unknown }
    : {};
}
