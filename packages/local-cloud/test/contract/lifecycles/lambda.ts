// Functions, and who may invoke them.
import * as pulumi from '@pulumi/pulumi';
import type { Lifecycle, Made, Scene } from '../lifecycle.ts';
import { makeRole } from './iam.ts';

const code = (body: string) =>
  new pulumi.asset.AssetArchive({
    'index.mjs': new pulumi.asset.StringAsset(`export const handler = async () => ${body};`),
  });

async function functionInputs(scene: Scene) {
  const role = await makeRole(scene);
  return { code: code('1'), handler: 'index.handler', runtime: 'nodejs24.x', role: role.arn };
}

export async function makeFunction(scene: Scene): Promise<Made> {
  return scene.make('aws:lambda/function:Function', 'function', await functionInputs(scene));
}

export const lambda: readonly Lifecycle[] = [
  {
    type: 'aws:lambda/function:Function',
    computes: ['arn', 'invokeArn', 'qualifiedArn', 'version', 'lastModified', 'codeSha256', 'sourceCodeSize'],
    async script(scene) {
      const inputs = await functionInputs(scene);
      const nobodys = await scene.make('aws:iam/role:Role', 'nobodys', {
        assumeRolePolicy: '{"Version":"2012-10-17","Statement":[]}',
      });
      return {
        inputs,
        updates: [
          { memorySize: 256 },
          { code: code('2') },
          { environment: { variables: { LEVEL: 'info' } } },
        ],
        replaces: { name: 'renamed' },
        refuses: [
          { patch: { memorySize: 64 }, says: 'memorySize' },
          { patch: { runtime: 'nodejs18.x' }, says: "does not emulate 'nodejs18.x'" },
          { patch: { role: nobodys.arn }, says: 'cannot be assumed by Lambda' },
        ],
      };
    },
  },
  {
    type: 'aws:lambda/permission:Permission',
    computes: [],
    async script(scene) {
      const { arn } = await makeFunction(scene);
      return {
        inputs: { action: 'lambda:InvokeFunction', function: arn, principal: 'apigateway.amazonaws.com' },
        updates: [],
        replaces: { sourceAccount: '123456789012' },
        refuses: [
          { patch: { principal: undefined }, says: 'principal' },
          { patch: { function: 'missing' }, says: 'ResourceNotFoundException: Function not found' },
        ],
      };
    },
  },
];
