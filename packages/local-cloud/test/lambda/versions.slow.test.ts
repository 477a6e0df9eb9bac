// Versions and aliases: what is published never changes, and an alias sends each invocation to one of its versions.
import { expect, it } from 'vitest';
import { resource } from '../support/cloud.ts';
import { deployed, functionOf, ROLE } from '../support/functions.ts';

const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function:orders';
const LIVE = `${FUNCTION}:live`;
const EXECUTION = 'arn:aws:execute-api:eu-west-1:123456789012:abcdef1234/$default/$default';
const returning = (value: string) =>
  `exports.handler = async (_, context) => [${value}, context.functionVersion, context.invokedFunctionArn]`;
const weighing = (...others: string[]) => ({
  routingConfig: { additionalVersionWeights: Object.fromEntries(others.map((one) => [one, 0.1])) },
});
const publishing = (value: string, settings: object = {}) =>
  functionOf(returning(value), { publish: true, ...settings });

/** A function with version 1, and alias `live` of it; `release` publishes code as the next version. */
async function published() {
  const fixture = await deployed(returning('1'), { publish: true });
  let last = publishing('1');
  const live = { name: 'live', functionName: 'orders', functionVersion: '1' };
  await fixture.alias.create(live);
  return {
    ...{ ...fixture, live },
    async release(value: string, settings: object = {}) {
      const next = publishing(value, settings);
      const computed = (await fixture.handler.update('orders', next, last)) as { version: string };
      last = next;
      return computed.version;
    },
    async value(arn: string) {
      const result = await fixture.functions.invoke(arn, {});
      return result.kind === 'answer' ? result.value : result;
    },
  };
}

it('a version keeps its code and configuration; one that does not exist cannot be invoked', async () => {
  const { release, value, outputs } = await published();
  expect(outputs).toMatchObject({ version: '1', qualifiedArn: `${FUNCTION}:1` });
  expect(await release('2')).toBe('2');
  expect(await value(`${FUNCTION}:1`)).toEqual([1, '1', `${FUNCTION}:1`]);
  expect(await value(`${FUNCTION}:2`)).toEqual([2, '2', `${FUNCTION}:2`]);
  expect(await value(FUNCTION)).toEqual([2, '$LATEST', FUNCTION]);
  for (const absent of ['7', 'none'])
    expect(await value(`${FUNCTION}:${absent}`)).toMatchObject({ errorType: 'ResourceNotFoundException' });
});

it.each([
  ['the same code and configuration', {}, '1'],
  ['other tags', { tags: { team: 'orders' } }, '1'],
  ['another concurrency', { reservedConcurrentExecutions: 5 }, '1'],
  ['another hash of the provider', { sourceCodeHash: 'again' }, '1'],
  ['another memory', { memorySize: 256 }, '2'],
  ['another variable', { environment: { variables: { LEVEL: 'info' } } }, '2'],
])('a version is published for %s or not', async (_case, settings, version) => {
  const { release } = await published();
  expect(await release('1', settings)).toBe(version);
});

it('a version has a number that the function never had before, also after it was deleted', async () => {
  const { handler, release } = await published();
  await release('2');
  await handler.delete('orders', publishing('2'));
  const { outputs } = await handler.create(publishing('1'));
  expect(outputs.version).toBe('3');
});

it('an alias sends each of its two versions its share', async () => {
  const { release, value, alias, live } = await published();
  await release('2');
  const routingConfig = { additionalVersionWeights: { 2: 0.25 } };
  await alias.update(LIVE, { ...live, routingConfig }, live);
  const values = await Promise.all(Array.from({ length: 400 }, () => value(LIVE)));
  const second = values.filter((one) => (one as unknown[])[1] === '2').length;
  // Four standard deviations of a binomial distribution: one run in 15,000 fails by chance.
  expect(Math.abs(second - 100)).toBeLessThan(35);
});

it.each([
  ['a version that does not exist', { functionVersion: '9' }, `Function not found: ${FUNCTION}:9`],
  ['a function that does not exist', { functionName: 'none' }, 'Function not found:'],
  ['two more versions', { functionVersion: '3', ...weighing('1', '2') }, 'two different published versions'],
  ['its version twice', weighing('1'), 'two different published versions'],
  ['$LATEST and a version', { functionVersion: '$LATEST', ...weighing('1') }, 'two different published'],
  ['versions with different roles', { functionVersion: '3', ...weighing('4') }, 'the same execution role'],
])('an alias of %s is refused', async (_case, inputs, message) => {
  const { alias, live, release, recorded } = await published();
  await release('2');
  await release('3');
  await resource(recorded, 'aws:iam/role:Role').create({ name: 'other', assumeRolePolicy: '{}' });
  await release('4', { role: ROLE.replace('orders', 'other') });
  await expect(alias.create({ ...live, name: 'other', ...inputs })).rejects.toThrow(message);
});

it('an alias is invoked by its own policy, and not by the one of the function', async () => {
  const { permission, functions } = await published();
  const principal = 'apigateway.amazonaws.com';
  const inputs = { action: 'lambda:InvokeFunction', function: 'orders', principal };
  const may = () => functions.permits(LIVE, principal, EXECUTION);
  await permission.create({ ...inputs, statementId: 'function' });
  expect(may()).toBe(false);
  await permission.create({ ...inputs, statementId: 'alias', qualifier: 'live' });
  expect(may()).toBe(true);
  const absent = permission.create({ ...inputs, statementId: 'none', qualifier: 'none' });
  await expect(absent).rejects.toThrow(`ResourceNotFoundException: Function not found: ${FUNCTION}:none`);
});

it('an alias has the reserved concurrency of the function, together with the other versions', async () => {
  const code = 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 300, 1))';
  const settings = { publish: true, reservedConcurrentExecutions: 1 };
  const { handler, functions, alias } = await deployed(code, settings);
  await alias.create({ name: 'live', functionName: 'orders', functionVersion: '1' });
  const both = await Promise.all([functions.invoke(LIVE, {}), functions.invoke(`${FUNCTION}:1`, {})]);
  expect(both.map(({ kind }) => kind)).toEqual(['answer', 'throttled']);
  expect((await functions.invoke(LIVE, {})).kind).toBe('answer');
  const none = functionOf(code, { ...settings, reservedConcurrentExecutions: 0 });
  await handler.update('orders', none, functionOf(code, settings));
  expect(await functions.invoke(LIVE, {})).toEqual({ kind: 'throttled' });
});
