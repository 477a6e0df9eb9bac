// A command that changes a file changes none that nobody named.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Io } from '../../../cli/domains/io.ts';
import { stackToEdit } from '../../../cli/domains/stack-to-edit.ts';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
  fixture.write('Pulumi.production.yaml', productionFile);
  fixture.write('Pulumi.staging.yaml', productionFile);
});
afterEach(() => fixture.close());

const answering = (answer: string | undefined) =>
  ({ folder: fixture.folder, ask: async () => answer }) as unknown as Io;

describe('without --stack', () => {
  test.each([
    ['add', 'new.petstore.dev', '--site', 'docs'],
    ['remove', 'old.petstore.example'],
    ['verify', 'shop.partner.example'],
  ])('%s changes nothing where nobody can be asked', async (...args) => {
    const { status, err } = await fixture.run(...args);
    expect(status).toBe(2);
    expect(err).toContain('name it with --stack: production, staging');
    expect(readFileSync(join(fixture.folder, 'Pulumi.production.yaml'), 'utf8')).toBe(productionFile);
  });

  test('the answer on a terminal is the stack', async () => {
    expect(await stackToEdit({}, answering(' staging'))).toBe('staging');
  });

  test('the question names the stacks', async () => {
    const asked: string[] = [];
    const ask = async (question: unknown) => {
      asked.push(String(question));
      return 'production';
    };
    await stackToEdit({}, { folder: fixture.folder, ask } as unknown as Io);
    expect(asked).toEqual(['Which stack is to be changed (production, staging)? ']);
  });

  test.each([
    [' prod ', 'There is no stack "prod", so no file was changed.\n  did you mean --stack production?'],
    [' ', 'There is no stack "", so no file was changed.\n  stacks here: production, staging'],
  ])('an answer that is no stack changes nothing: "%s"', async (answer, message) => {
    await expect(stackToEdit({}, answering(answer))).rejects.toThrow(message);
  });

  test('the local stack, while it is served', async () => {
    mkdirSync(join(fixture.folder, '.local'));
    fixture.write('.local/ready.json', JSON.stringify({ hosts: {}, pid: process.pid }));
    expect(await stackToEdit({}, answering(undefined))).toBe('local');
  });
});

test('--status without --redirect-to is refused, and nothing changes', async () => {
  const { status, err } = await fixture.run(
    ...['add', 'new.petstore.dev', '--site', 'docs', '--status', '308', '--stack', 'production'],
  );
  expect(status).toBe(2);
  expect(err).toContain('there is no --redirect-to');
  expect(readFileSync(join(fixture.folder, 'Pulumi.production.yaml'), 'utf8')).toBe(productionFile);
});

test.each([
  ['add', ['new.petstore.example', '--site', 'docs']],
  ['remove', ['old.petstore.example']],
  ['adopt', ['old.petstore.example', '--distribution', 'E2EXAMPLE12345']],
])('%s edits the local stack while nothing serves it, and ends with 0', async (verb, args) => {
  fixture.write('Pulumi.local.yaml', productionFile);
  const { status, out, err } = await fixture.run(verb, ...args, '--stack', 'local');
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('The DNS was not read: the local cloud is not running.');
  expect(out).not.toContain('npm run domains -- check');
  expect(readFileSync(join(fixture.folder, 'Pulumi.local.yaml'), 'utf8')).not.toBe(productionFile);
});

test('the local stack has no DNS while nothing serves it', async () => {
  fixture.write('Pulumi.local.yaml', productionFile);
  const { status, err } = await fixture.run('status', '--stack', 'local', '--resolver-only');
  expect(status).toBe(2);
  expect(err).toContain('The local cloud is not running here.');
});
