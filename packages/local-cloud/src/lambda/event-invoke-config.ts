// How asynchronous invocations of a function are tried again: aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig.
import type { CloudContext } from '../context.ts';
import { defineHandler } from '../resources/define-handler.ts';
import type { Handler } from '../resources/handler.ts';
import { ServiceError } from '../service-error.ts';
import { type EventInvokeConfigInputs, eventInvokeConfigInputs } from './event-invoke-inputs.ts';
import { eventInvokeConfigForms } from './form.ts';
import type { FunctionService } from './function-service.ts';
import { arnOfFunction, isVersion, LATEST, policyArn } from './qualified-arn.ts';

export function eventInvokeConfigHandler(
  { accountId }: CloudContext,
  { records, versions, aliases, eventConfigs }: FunctionService,
): Handler {
  const arnOf = (name: string, qualifier: string | undefined, region: string) => {
    const arn = arnOfFunction(name, region, accountId);
    return policyArn(qualifier === undefined ? arn : `${arn}:${qualifier}`);
  };
  const put = (inputs: EventInvokeConfigInputs, region: string) => {
    const { qualifier = LATEST } = inputs;
    const arn = arnOf(inputs.functionName, qualifier, region);
    const named = qualifier === LATEST ? records : isVersion(qualifier) ? versions : aliases;
    if (named.get(arn) === undefined)
      throw new ServiceError('ResourceNotFoundException', `Function not found: ${arn}`, 404);
    eventConfigs.set(arn, inputs);
    return {};
  };
  return defineHandler({
    type: 'aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig',
    inputs: eventInvokeConfigInputs,
    replaceOn: ['functionName', 'qualifier'],
    forms: eventInvokeConfigForms,
    /** "If a configuration already exists for a function, version, or alias, this operation overwrites it": its documentation. */
    async create(inputs, { region }) {
      const { functionName: name, qualifier } = inputs;
      return { id: qualifier === undefined ? name : `${name}:${qualifier}`, computed: put(inputs, region) };
    },
    async read(id, { region }) {
      // functionEventInvokeConfigParseResourceID in function_event_invoke_config.go.
      const name = id.startsWith('arn:') ? id.split(':').slice(0, 7).join(':') : id.split(':')[0];
      const qualifier = id.startsWith('arn:') ? id.split(':')[7] : id.split(':')[1];
      const inputs = eventConfigs.get(arnOf(name ?? '', qualifier, region));
      return inputs && { inputs, computed: {} };
    },
    update: async (_id, inputs, _old, { region }) => put(inputs, region),
    delete: async (_id, { functionName: name, qualifier }, { region }) =>
      void eventConfigs.delete(arnOf(name, qualifier, region)),
  });
}
