// Runs the program in process against a backend that makes nothing: what it registers is the result.
import type { Backend, Registered, Registration } from '@petstore/local-cloud/engine/backend';
import { runProgram } from '@petstore/local-cloud/engine/run-program';
import * as pulumi from '@pulumi/pulumi';
import type { StackPlan } from '../../infra/plan/types.ts';
import { declareStack } from '../../infra/program.ts';
import { readContract } from '../../service/openapi-source.ts';

export type Recording = Awaited<ReturnType<typeof record>>;

/** What the last deployment left, and what the providers have. */
export interface Given {
  readonly project?: string;
  readonly outputs?: Readonly<Record<string, unknown>>;
  /** Outputs of each resource, by URN. */
  readonly resources?: Readonly<Record<string, object>>;
  /** The result of a look-up, or the error that it throws. */
  readonly invoke?: (token: string, inputs: Readonly<Record<string, unknown>>) => object;
  readonly computed?: (registration: Registration) => Registered;
}

export async function record(
  program: () => Promise<Record<string, unknown>>,
  stack: string,
  { project = 'petstore', outputs: last = {}, resources = {}, invoke = zone, computed = answer }: Given = {},
) {
  const registrations: Registration[] = [];
  /** Tokens of the functions that were called. */
  const invokes: string[] = [];
  const backend: Backend = {
    async register(registration) {
      registrations.push(registration);
      return computed(registration);
    },
    previousOutputs: () => last,
    previousResources: () => resources,
    async invoke(token, inputs) {
      invokes.push(token);
      return invoke(token, inputs);
    },
  };
  const { outputs, error } = await runProgram(program, backend, { project, stack });
  if (error !== undefined || outputs === undefined) throw error ?? new Error('the program gave no outputs');
  return { registrations, outputs, invokes };
}

/** The whole program, with the contract of the repository and code of a few bytes. */
export function recordStack(plan: StackPlan, given?: Given, options?: Parameters<typeof declareStack>[2]) {
  const code = new pulumi.asset.StringAsset('code');
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': code });
  const openapi = JSON.parse(readContract()) as object;
  const artifacts = { functionCode, checksCode: code, openapi };
  return record(() => declareStack(plan, artifacts, options), plan.stack, given);
}

const zone: NonNullable<Given['invoke']> = (_, { name }) => ({ zoneId: `ZONE-${name}`, nameServers: [] });

/** Outputs in the real provider's shapes, told apart by the resource's name. */
export function answer({ type, name, inputs, custom }: Registration): Registered {
  if (!custom) return { outputs: {} };
  const outputs = { ...inputs, arn: `arn:${name}`, name: inputs.name ?? name, ...COMPUTED[type]?.(inputs) };
  return { id: `id:${name}`, outputs };
}

type Computed = (inputs: Readonly<Record<string, unknown>>) => Record<string, unknown>;

const COMPUTED: Readonly<Record<string, Computed>> = {
  'aws:acm/certificate:Certificate': ({ domainName }) => ({
    status: 'PENDING_VALIDATION',
    domainValidationOptions: [
      {
        ...{ domainName, resourceRecordName: `_token.${domainName}.`, resourceRecordType: 'CNAME' },
        resourceRecordValue: '_proof.acm-validations.aws.',
      },
    ],
  }),
  'aws:apigatewayv2/api:Api': () => ({
    apiEndpoint: 'https://a1b2c3.execute-api.eu-west-1.amazonaws.com',
    executionArn: 'arn:execute-api:a1b2c3',
  }),
  'aws:apigatewayv2/domainName:DomainName': ({ domainName, domainNameConfiguration }) => ({
    domainNameConfiguration: {
      ...(domainNameConfiguration as object),
      targetDomainName: `d-${domainName}.execute-api.eu-west-1.amazonaws.com`,
      hostedZoneId: 'ZLY8HYME6SFDD',
    },
  }),
  'aws:lambda/function:Function': () => ({ version: '1', invokeArn: 'arn:invoke:function/invocations' }),
  'aws:route53/record:Record': ({ name }) => ({ fqdn: name }),
  'aws:cloudfront/distribution:Distribution': () => ({
    domainName: 'd111111abcdef8.cloudfront.net',
    hostedZoneId: 'Z2FDTNDATAQYW2',
  }),
};
