// The outputs of a stack as the commands read them: from the file that is given, or the one that npm run local has written.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOutputs, requireOutputs } from '../../../cli/domains/deployed-hosts.ts';
import { type DomainsFixture, openFixture, productionFile } from './harness.ts';

let fixture: DomainsFixture;
beforeEach(() => {
  fixture = openFixture();
});
afterEach(() => fixture.close());

const HOST = 'old.petstore.example';
const host = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [] };
const outputs = (more: object = {}) =>
  JSON.stringify({ baseUrl: 'x', hosts: { [HOST]: { ...host, ...more } } });
const at = (stack: string, file?: string) => ({ folder: fixture.folder, stack, file });
const require = (stack: string) => requireOutputs(at(stack), new AbortController().signal);

function serving(): void {
  const ready = { hosts: {}, caFile: 'ca.pem', dnsServer: '127.0.0.1:9', pid: process.pid };
  fixture.writeLocal('ready.json', JSON.stringify(ready));
}

describe('a file that is given', () => {
  test('is found from the folder, and its hosts are read whole', () => {
    const more = {
      ...{ role: 'redirect', target: 'd1.cloudfront.net', url: `https://${HOST}`, reason: 'CAA_ERROR' },
      ...{ earlierRequest: 'arn:1', routingAwaitedUntil: '2026-11-23T12:00:00Z' },
      kept: { target: 'distribution', until: '2026-11-23T12:00:00Z' },
      records: [
        { name: HOST, type: 'ALIAS', value: 'd1.cloudfront.net', ttl: 60, purpose: 'routing' },
        { name: `_v.${HOST}`, type: 'CNAME', value: '_x.aws', ttl: 60, purpose: 'validation' },
        { name: HOST, type: 'HTTPS', value: '1 .', ttl: 60, purpose: 'routing' },
      ],
      waiting: {
        old: [{ type: 'A', value: '192.0.2.1' }],
        isByHand: true,
        aliasWaits: true,
        why: 'unlisted',
      },
    };
    fixture.write('outputs.json', outputs(more));
    expect([...(readOutputs(at('production', 'outputs.json')) ?? [])]).toEqual([
      [HOST, { ...host, ...more }],
    ]);
  });

  test('comes before what npm run local has written', async () => {
    fixture.write('outputs.json', '{"hosts":{}}');
    fixture.writeLocal('outputs.json', outputs());
    expect(readOutputs(at('local', 'outputs.json'))?.size).toBe(0);
    expect(readOutputs(at('local'))?.size).toBe(1);
    expect([...(await require('local')).keys()]).toEqual([HOST]);
  });

  test.each([
    ['nothing', 'null', 'it has no "hosts"'],
    ['other outputs', '{"baseUrl":"x"}', 'it has no "hosts"'],
    ['no JSON', '{"hosts":', 'Unexpected end of JSON input'],
    ['text of several lines', 'a:\n  b', `Unexpected token 'a', "a:`],
    ['a site that is none', outputs({ site: 'shop' }), '✖ Invalid input → at hosts["old.petstore.example"]'],
    [
      'no list of records',
      outputs({ records: undefined }),
      '✖ Invalid input → at hosts["old.petstore.example"]',
    ],
  ])('%s is not the outputs of a stack, and what is wrong is said', (_, text, what) => {
    fixture.write('outputs.json', text);
    expect(() => readOutputs(at('production', 'outputs.json'))).toThrow(
      `outputs.json does not have the outputs of this project's stack: ${what}\n  give the output of "pulumi stack output --json"`,
    );
  });
});

describe('without a file', () => {
  test('what npm run local has written is of the local stack alone', () => {
    fixture.writeLocal('outputs.json', outputs());
    expect(readOutputs(at('production'))).toBeUndefined();
  });

  test('the local cloud does not run: what starts it', async () => {
    await expect(require('local')).rejects.toThrow(
      'The local cloud is not running here.\n  start it in another terminal: npm run local',
    );
  });

  test('it runs, and its stack was destroyed: what deploys it again', async () => {
    serving();
    await expect(require('local')).rejects.toThrow(
      'The local stack is destroyed.\n  deploy it again: pulumi up, in a shell with .local/pulumi.env',
    );
  });

  test('there is no Pulumi CLI to ask: the way without it', async () => {
    fixture.write('Pulumi.production.yaml', productionFile);
    const { status, out, err } = await fixture.run(
      'records',
      '--stack',
      'production',
      '--zone',
      'petstore.example',
    );
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/^✗ What stack production has deployed /);
    expect(err).toContain('give it with --outputs FILE, as "pulumi stack output --json" writes it');
  });
});
