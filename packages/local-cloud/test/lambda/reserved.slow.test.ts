// Reserved concurrency is taken from the account's 1,000, of which 100 stay unreserved: the sum over all functions counts.
import { expect, it } from 'vitest';
import { functionOf, lambda } from '../support/functions.ts';

const CODE = 'exports.handler = async () => null';
const REFUSAL =
  "InvalidParameterValueException: Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [100].";

const reserving = (name: string, reservedConcurrentExecutions: number) => ({
  name,
  reservedConcurrentExecutions,
});

it('two functions share 900', async () => {
  const { deploy } = await lambda();
  await deploy(CODE, reserving('one', 500));
  await expect(deploy(CODE, reserving('two', 401))).rejects.toThrow(REFUSAL);
  await deploy(CODE, reserving('two', 400));
  await expect(deploy(CODE, reserving('three', 1))).rejects.toThrow(REFUSAL);
});

it('a function without a reservation, or with 0, takes nothing of it', async () => {
  const { deploy } = await lambda();
  await deploy(CODE, reserving('unreserved', -1));
  await deploy(CODE, reserving('throttled', 0));
  await expect(deploy(CODE, reserving('most', 901))).rejects.toThrow(REFUSAL);
  await deploy(CODE, reserving('most', 900));
});

it("an update counts its own new value in place of the old one, and a deleted function's is free again", async () => {
  const { deploy, handler } = await lambda();
  await deploy(CODE, reserving('one', 500));
  const [before, after] = [functionOf(CODE, reserving('one', 500)), functionOf(CODE, reserving('one', 900))];
  await handler.update('one', after, before);
  await expect(deploy(CODE, reserving('two', 1))).rejects.toThrow(REFUSAL);
  await handler.delete('one', after);
  await deploy(CODE, reserving('two', 900));
});
