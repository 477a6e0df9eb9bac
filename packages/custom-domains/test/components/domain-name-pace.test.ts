// Domain names of API Gateway, created no faster than it takes them.
import { runProgram } from '@petstore/local-cloud/engine/run-program';
import { expect, test, vi } from 'vitest';
import { DomainNamePace, gatewayTarget } from '../../src/index.ts';

test('the first one at once, and each further one 30 seconds after the one before; tags alone need no turn', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const shown = vi.spyOn(console, 'log').mockImplementation(() => undefined).mock.calls;
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
  expect(shown.flat().join('\n')).toContain('waits 60 s: API Gateway takes one domain name in 30 s');
});
