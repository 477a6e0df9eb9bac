// The tables that another process has open: the refusal names it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDynamoDb } from '../../src/dynamodb/index.ts';
import { createIam } from '../../src/iam/index.ts';
import { testContext } from '../support/cloud.ts';

const OPEN = `const { Level } = require(process.argv[1]);
new Level(process.argv[2]).open().then(() => { console.log('open'); setTimeout(() => {}, 30_000); });`;

it.skipIf(process.platform !== 'linux')('names the process that has the tables open', async () => {
  const context = testContext();
  const level = createRequire(import.meta.resolve('dynalite')).resolve('level');
  const child = spawn(process.execPath, ['-e', OPEN, level, join(context.folder, 'dynamodb')]);
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  await expect(createDynamoDb(context, createIam(context)).start()).rejects.toThrow(
    `are in use by another program (process ${child.pid}): end it first`,
  );
});
