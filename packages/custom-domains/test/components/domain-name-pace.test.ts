// Domain names of API Gateway, created no faster than it takes them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Engine } from '@petstore/local-cloud/engine/engine';
import { runProgram } from '@petstore/local-cloud/engine/run-program';
import { Quotas } from '@petstore/local-cloud/quotas';
import { Registry } from '@petstore/local-cloud/resources/registry';
import { Api } from '@pulumi/aws/apigatewayv2/api.js';
import { Stage } from '@pulumi/aws/apigatewayv2/stage.js';
import { afterEach, expect, test, vi } from 'vitest';
import { gateway } from '../../../local-cloud/test/apigatewayv2/gateway.ts';
import { testContext } from '../../../local-cloud/test/support/cloud.ts';
import { DomainNamePace, gatewayTarget } from '../../src/index.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What Pulumi would show. */
const shownLines = () => vi.spyOn(console, 'log').mockImplementation(() => undefined).mock.calls;

test('the first one at once, and each further one 30 seconds after the one before; tags alone need no turn', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  shownLines();
  const waits: number[] = [];
  const program = async () => {
    const pace = new DomainNamePace(async (ms) => waits.push(ms));
    const target = gatewayTarget({ apiId: 'api', stage: '$default' }, [], pace);
    for (const name of ['a', 'b', 'c'])
      target.attach({ host: `${name}.shop.example`, certificateArn: 'arn' }, {});
    return {};
  };
  const { error } = await runProgram(
    program,
    {
      async register({ name, inputs, beforeCreate, beforeUpdate }) {
        await beforeCreate();
        if (name.startsWith('a.') && !name.endsWith('mapping'))
          await beforeUpdate({
            id: name,
            newInputs: inputs,
            oldInputs: { ...inputs, tags: {} },
            oldOutputs: {},
          });
        return { id: name, outputs: { ...inputs, domainNameConfiguration: {} } };
      },
      previousOutputs: () => ({}),
      previousResources: () => ({}),
      invoke: async () => ({}),
    },
    { project: 'shop', stack: 'dev' },
  );
  expect([error, waits]).toEqual([undefined, [30_000, 60_000]]);
});

test('of 40 hosts none is refused by a cloud that takes one in 30 seconds, and an interrupted run goes on', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const lines = shownLines();
  const { service, context, certificates } = await gateway({}, testContext({ quotas: new Quotas() }));
  const { store, region } = context;
  const created = () => store.collection('apigatewayv2/domain-names').values().length;
  const hosts = Array.from({ length: 40 }, (_, n) => `api${n}.shop.localhost`);
  const certified = hosts.map((host) => ({ host, certificateArn: certificates.issue([host]) }));
  const waiting: { readonly at: number; readonly end: () => void }[] = [];
  const wait = (ms: number) =>
    new Promise<void>((end) => void waiting.push({ at: Date.now() + ms, end: () => end() }));
  const program = async () => {
    const api = new Api('api', { protocolType: 'HTTP' });
    const stage = new Stage('stage', { apiId: api.id, name: '$default', autoDeploy: true });
    const target = gatewayTarget({ apiId: api.id, stage: stage.id }, [stage], new DomainNamePace(wait));
    for (const one of certified) target.attach(one, {});
    return {};
  };
  /** Each turn of the clock lets the next host be created, until so many are, or the run has ended. */
  async function deploy(until: number) {
    const stop = new AbortController();
    const engine = new Engine({
      ...{ registry: new Registry([service]), store, region },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(20_000)]),
    });
    const run = engine.deploy(program, { project: 'shop', stack: 'dev' });
    const before = created();
    while (created() === before || waiting.length < hosts.length - before - 1) await nextTurn();
    while (created() < until) {
      const [next] = waiting.splice(0, 1);
      const count = created();
      if (next === undefined) break;
      vi.setSystemTime(next.at);
      next.end();
      while (created() === count) await nextTurn();
    }
    if (until < hosts.length) stop.abort(new Error('interrupted'));
    for (const one of waiting.splice(0)) one.end();
    return run;
  }
  await deploy(10);
  expect(created()).toBe(10);
  expect(lines.flat().join('\n')).toContain('waits 1170 s: API Gateway takes one domain name in 30 s');
  vi.setSystemTime(Date.now() + 30_000);
  const started = Date.now();
  const { failures, error } = await deploy(40);
  expect([failures, error, created()]).toEqual([[], undefined, 40]);
  expect(Date.now() - started).toBe(29 * 30_000);
});
