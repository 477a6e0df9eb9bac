// Functions, and the permissions to invoke them.
import * as pulumi from '@pulumi/pulumi';
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';

const code = (body: string) =>
  new pulumi.asset.AssetArchive({
    'index.mjs': new pulumi.asset.StringAsset(`export const handler = async () => ${body};`),
  });

async function functionInputs(fixture: Fixture) {
  const role = await fixture.create('aws:iam/role:Role', 'role', { assumeRolePolicy: '{}' });
  return { code: code('1'), handler: 'index.handler', runtime: 'nodejs24.x', role: role.arn };
}

export async function makeFunction(fixture: Fixture): Promise<Created> {
  return fixture.create('aws:lambda/function:Function', 'function', await functionInputs(fixture));
}

export const lambda: readonly Lifecycle[] = [
  {
    type: 'aws:lambda/function:Function',
    computes: ['arn', 'invokeArn', 'qualifiedArn', 'version', 'lastModified', 'codeSha256', 'sourceCodeSize'],
    script: async (fixture) => ({
      inputs: await functionInputs(fixture),
      updates: [
        { memorySize: 256 },
        // The provider does not read `publish` back: alone, nobody would see it reverted.
        { publish: true, timeout: 5 },
        { code: code('2') },
        { environment: { variables: { LEVEL: 'info' } } },
      ],
      replaces: { name: 'renamed' },
    }),
  },
  {
    type: 'aws:lambda/alias:Alias',
    computes: ['arn', 'invokeArn'],
    async script(fixture) {
      const versioned = { ...(await functionInputs(fixture)), publish: true };
      const { name } = await fixture.create('aws:lambda/function:Function', 'versioned', versioned);
      return {
        inputs: { name: 'live', functionName: name, functionVersion: '1' },
        updates: [{ description: 'what is live' }, { functionVersion: '$LATEST' }],
        replaces: { name: 'other' },
      };
    },
  },
  {
    type: 'aws:lambda/permission:Permission',
    computes: [],
    async script(fixture) {
      const { arn } = await makeFunction(fixture);
      return {
        inputs: { action: 'lambda:InvokeFunction', function: arn, principal: 'apigateway.amazonaws.com' },
        updates: [],
        replaces: { sourceAccount: '123456789012' },
      };
    },
  },
];
