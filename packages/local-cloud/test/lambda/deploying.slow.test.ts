// The deployment of functions and permissions, and Lambda's refusals in its words.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asset } from '@pulumi/pulumi';
import { describe, expect, it } from 'vitest';
import { hashOf, readArchive } from '../../src/lambda/archive.ts';
import { testContext } from '../support/cloud.ts';
import { functionOf, lambda } from '../support/functions.ts';

const CODE = 'exports.handler = async () => null';
const ARN = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
const EXECUTION = 'arn:aws:execute-api:eu-west-1:123456789012:abcdef1234';

describe('a function', () => {
  it.each([
    ['a role that does not exist', { role: 'arn:aws:iam::123456789012:role/none' }, 'cannot be assumed'],
    ['code outside of its archive', { code: { '../index.js': CODE } }, 'which is outside of it'],
    ['no code', { code: {} }, 'Uploaded file must be a non-empty zip'],
  ])('is refused with %s', async (_case, settings, message) => {
    const { deploy } = await lambda();
    await expect(deploy(CODE, settings)).rejects.toThrow(message);
    await expect(deploy(CODE, settings)).rejects.toMatchObject({ code: 'InvalidParameterValueException' });
  });

  it('is refused under a name that exists', async () => {
    const { deploy } = await lambda();
    expect(await deploy(CODE)).toBe(ARN);
    await expect(deploy(CODE)).rejects.toThrow('ResourceConflictException: Function already exist: orders');
  });
});

describe('its code', () => {
  it('is the same from every kind of archive', async () => {
    const { folder } = testContext();
    writeFileSync(join(folder, 'index.js'), CODE);
    const expected = { 'index.js': Buffer.from(CODE), 'lib/a.js': Buffer.from('a') };
    const file = new asset.FileAsset(join(folder, 'index.js'));
    const archives = [
      new asset.AssetArchive({ 'index.js': file, 'lib/a.js': new asset.StringAsset('a') }),
      { 'index.js': CODE, 'lib/a.js': Buffer.from('a') },
    ];
    for (const archive of archives) expect(await readArchive(archive)).toEqual(expected);
    expect(hashOf(expected)).toBe(hashOf({ 'lib/a.js': Buffer.from('a'), 'index.js': Buffer.from(CODE) }));
    expect(hashOf(expected)).not.toBe(hashOf({ ...expected, 'lib/a.js': Buffer.from('b') }));
  });
});

describe('a permission', () => {
  const gateway = {
    statementId: 'gateway',
    action: 'lambda:InvokeFunction',
    function: 'orders',
    principal: 'apigateway.amazonaws.com',
    sourceArn: `${EXECUTION}/*/*`,
  };

  it('allows its principal to invoke the function, for its source only', async () => {
    const { deploy, functions, permission } = await lambda();
    await deploy(CODE);
    const permits = (principal: string, source: string) => functions.permits(ARN, principal, source);
    expect(permits(gateway.principal, `${EXECUTION}/$default/$default`)).toBe(false);
    const { id, inputs } = await permission.create(gateway);
    expect(permits(gateway.principal, `${EXECUTION}/$default/$default`)).toBe(true);
    expect(permits(gateway.principal, `${EXECUTION}5/$default/$default`)).toBe(false);
    expect(permits('s3.amazonaws.com', `${EXECUTION}/$default/$default`)).toBe(false);
    expect(await permission.read(id, inputs)).toMatchObject({ inputs });
    await permission.delete(id, inputs);
    expect(permits(gateway.principal, `${EXECUTION}/$default/$default`)).toBe(false);
  });

  it('is deleted with its function, and refused without one or when it exists', async () => {
    const { deploy, handler, permission } = await lambda();
    await expect(permission.create(gateway)).rejects.toThrow(
      `ResourceNotFoundException: Function not found: ${ARN}`,
    );
    await deploy(CODE);
    const { id, inputs } = await permission.create(gateway);
    await expect(permission.create(gateway)).rejects.toThrow(
      'ResourceConflictException: The statement id (gateway) provided already exists.',
    );
    await handler.delete('orders', functionOf(CODE));
    expect(await permission.read(id, inputs)).toBeUndefined();
  });
});
