// Rules run at their rate, for as long as they are there and enabled, and invoke only what permits it.
import { afterEach, expect, it, vi } from 'vitest';
import { createEvents } from '../../src/events/index.ts';
import { rateMs } from '../../src/events/rate.ts';
import type { AsyncFunctions } from '../../src/interfaces.ts';
import { resource, testContext } from '../support/cloud.ts';

afterEach(() => void vi.useRealTimers());

const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function:checks';
const MINUTE = 60_000;

async function scheduled(target: object = {}) {
  vi.useFakeTimers();
  const invoked: object[] = [];
  const permitted = new Set(['arn:aws:events:eu-west-1:123456789012:rule/checks']);
  const functions: AsyncFunctions = {
    async send(_arn, payload) {
      invoked.push(payload);
    },
    permits: (_arn, principal, source) => principal === 'events.amazonaws.com' && permitted.has(source),
  };
  const context = testContext();
  const events = createEvents(context, functions);
  const rules = resource(events, 'aws:cloudwatch/eventRule:EventRule');
  const targets = resource(events, 'aws:cloudwatch/eventTarget:EventTarget');
  const rule = await rules.create({ name: 'checks', scheduleExpression: 'rate(5 minutes)' });
  const inputs = { rule: 'checks', targetId: 'function', arn: FUNCTION, ...target };
  const created = await targets.create(inputs);
  return { context, events, rules, targets, rule, created, invoked, permitted };
}

it('invokes the function at its rate, with the event of a schedule', async () => {
  const { invoked } = await scheduled();
  await vi.advanceTimersByTimeAsync(16 * MINUTE);
  expect(invoked).toHaveLength(3);
  expect(invoked[0]).toMatchObject({ 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} });
});

it('sends the input of the target in its place', async () => {
  const { events, invoked } = await scheduled({ input: '{"hosts":[]}' });
  await events.runAll();
  expect(invoked).toEqual([{ hosts: [] }]);
});

it('runs nothing that is disabled or deleted, and refuses to delete a rule with a target', async () => {
  const { rules, targets, rule, created, invoked } = await scheduled();
  await expect(rules.delete(rule.id, rule.inputs)).rejects.toThrow(
    "Rule can't be deleted since it has targets.",
  );
  await rules.update(rule.id, { ...rule.inputs, state: 'DISABLED' }, rule.inputs);
  await vi.advanceTimersByTimeAsync(11 * MINUTE);
  await targets.delete(created.id, created.inputs);
  await rules.delete(rule.id, rule.inputs);
  await vi.advanceTimersByTimeAsync(11 * MINUTE);
  expect(invoked).toEqual([]);
});

it('invokes nothing without the permission of the function, and logs it', async () => {
  const { events, context, invoked, permitted } = await scheduled();
  permitted.clear();
  await events.runAll();
  expect(invoked).toEqual([]);
  expect(context.lines).toEqual([expect.stringContaining('checks may not invoke')]);
});

it('has at most five targets on a rule', async () => {
  const { targets } = await scheduled();
  const another = (targetId: string) => targets.create({ rule: 'checks', targetId, arn: FUNCTION });
  for (const targetId of ['2', '3', '4', '5']) await another(targetId);
  await expect(another('6')).rejects.toThrow('LimitExceededException');
});

it.each([
  ['rate(1 minute)', MINUTE],
  ['rate(5 minutes)', 5 * MINUTE],
  ['rate(2 hours)', 120 * MINUTE],
  ['rate(1 day)', 1440 * MINUTE],
])('reads %s', (expression, ms) => expect(rateMs(expression)).toBe(ms));

it.each([
  'rate(1 minutes)',
  'rate(5 minute)',
  'rate(0 minutes)',
  'rate(1 week)',
  '5 minutes',
  'rate(-1 hours)',
])('refuses %s', (expression) =>
  expect(() => rateMs(expression)).toThrow('Parameter ScheduleExpression is not valid.'),
);
