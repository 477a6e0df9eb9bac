// Runs a program against Pulumi's mock monitor and records its whole requests: parents and providers too.
import * as pulumi from '@pulumi/pulumi';
import type { RegisterResourceRequest } from '@pulumi/pulumi/proto/resource_pb.js';
import { type MockCallArgs, MockMonitor, type MockResourceArgs } from '@pulumi/pulumi/runtime/mocks.js';

export interface Recorded {
  readonly type: string;
  readonly name: string;
  /** Logical name of the parent; empty for the stack. */
  readonly parent: string;
  /** Logical name of the explicit provider; empty for the default one. */
  readonly provider: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Of a provider: the variable that it reads, by that of the program's environment. */
  readonly variables: Readonly<Record<string, string>>;
}

/** `state`: outputs of the stack's resources by URN, as the last deployment stored them. */
export async function record(program: () => Promise<void>, state: Readonly<Record<string, object>> = {}) {
  /** Functions of providers, Pulumi's own apart. */
  const invokes: Pick<Recorded, 'type' | 'provider'>[] = [];
  const mocks = {
    newResource: ({ name, type, inputs }: MockResourceArgs) => {
      return { id: `${name}-id`, state: outputs(type, inputs) };
    },
    call: ({ token: type, provider = '' }: MockCallArgs) => {
      if (!type.startsWith('pulumi:')) invokes.push({ type, provider: nameIn(provider) });
      return result(type, state);
    },
  };
  const monitor = new Recorder(mocks);
  await pulumi.runtime.setMocks(mocks, 'shop', 'dev', false, 'acme');
  pulumi.runtime.setMockOptions(monitor, 'shop', 'dev', false, 'acme');
  await pulumi.runtime.runInPulumiStack(program);
  await pulumi.runtime.disconnect();
  return { resources: monitor.registered, invokes };
}

const nameIn = (urn: string) => urn.split('::')[3] ?? '';

class Recorder extends MockMonitor {
  readonly registered: Recorded[] = [];

  override registerResource(request: RegisterResourceRequest, callback: never): Promise<void> {
    const inputs = pulumi.runtime.deserializeProperties(request.getObject() as never);
    const parent = request.getParent();
    this.registered.push({
      type: request.getType(),
      name: request.getName(),
      parent: parent.includes('pulumi:pulumi:Stack::') ? '' : nameIn(parent),
      provider: nameIn(request.getProvider()),
      inputs,
      variables: Object.fromEntries(request.getEnvvarmappingsMap().toArray()),
    });
    return super.registerResource(request, callback);
  }
}

/** Outputs that the component reads, in the providers' shapes. */
function outputs(type: string, inputs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (type === 'aws:acm/certificate:Certificate') {
    const proof = { resourceRecordName: '_token.', resourceRecordValue: '_proof.acm-validations.aws.' };
    const option = { domainName: inputs.domainName, resourceRecordType: 'CNAME', ...proof };
    return { ...inputs, arn: 'arn:certificate', domainValidationOptions: [option] };
  }
  if (type === 'aws:apigatewayv2/domainName:DomainName') {
    const target = { targetDomainName: 'd-1.execute-api.example', hostedZoneId: 'ZAPI' };
    return { ...inputs, domainNameConfiguration: target };
  }
  return { ...inputs, domainName: 'd1.cloudfront.example', hostedZoneId: 'ZCDN' };
}

function result(token: string, state: Readonly<Record<string, object>>): Record<string, unknown> {
  if (token === 'pulumi:pulumi:readStackResourceOutputs') return { outputs: state };
  if (token === 'pulumi:pulumi:readStackOutputs') return { outputs: {} };
  if (token === 'aws:route53/getZone:getZone')
    return { zoneId: 'ZSHOP', nameServers: ['ns-2048.awsdns-64.com.'] };
  if (token === 'cloudflare:index/getZone:getZone') {
    return { nameServers: ['ADA.ns.cloudflare.com'], vanityNameServers: null };
  }
  return { arn: 'arn:aws:acm:eu-west-1:123456789012:certificate/old', status: 'FAILED', tags: {} };
}
