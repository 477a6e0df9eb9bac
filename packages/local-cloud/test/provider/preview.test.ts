// What a preview of an update returns: what the service computes inside of an input is kept.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Operations } from '../../src/provider/operations.ts';
import { defineHandler } from '../../src/resources/define-handler.ts';
import { Registry } from '../../src/resources/registry.ts';

const refuse = async () => Promise.reject(new Error('a preview calls no service'));
const handler = defineHandler({
  ...{ type: 'test:index:Name', inputs: z.any(), replaceOn: [], computedWithin: ['settings.target'] },
  ...{ create: refuse, read: refuse, update: refuse, delete: refuse },
});
const operations = new Operations(new Registry([{ handlers: [handler], invokes: [] }]), () => {
  return { region: 'here', signal: AbortSignal.timeout(1000) };
});
const ref = { type: 'test:index:Name', name: 'one' };

test('the preview of an update keeps what is computed inside of an input', async () => {
  const state = { settings: { address: 'ipv4', target: 'd-1.example' }, arn: 'arn:1' };
  const change = {
    state,
    oldInputs: { settings: { address: 'ipv4' } },
    news: { settings: { address: 'both' } },
    paths: () => ['settings.address'],
  };
  expect(await operations.update(ref, 'id', change, 0, true)).toEqual({
    arn: 'arn:1',
    settings: { address: 'both', target: 'd-1.example' },
  });
  expect(change.news).toEqual({ settings: { address: 'both' } });
});
