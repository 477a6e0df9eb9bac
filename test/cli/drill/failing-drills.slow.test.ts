// A drill whose recovery does not happen fails, and says what is not as it was.
import { printable } from '@petstore/custom-domains/output';
import { expect, test } from 'vitest';
import { DRILLS, type Step } from '../../../cli/drill/drills.ts';
import { openStage } from '../../../cli/drill/stage.ts';

/** Carries out the steps but the one whose text matches: what it would give is `instead`. */
function without(left: RegExp, instead: unknown = undefined): Step {
  return async (text, work) => (left.test(printable(text)) ? (instead as never) : work());
}

const COPIED = { missing: 3, different: 1, same: 1, written: 4 };
const { table, stack, state, zone } = DRILLS;

test.each([
  ['no item is copied back', table, without(/^its items/, COPIED), /after the recovery: \/pets\S* is "200/],
  ['a table is another one', stack, without(/^pulumi up/, ['update x']), /were to stay, .* did update x$/],
  ['the items of before are not copied', state, without(/^items/), /after the recovery: /],
  ['the records are not created again', zone, without(/^pulumi/, []), /changed: count is 0, and was 12/],
])('a drill where %s fails', { timeout: 120_000 }, async (_case, drill, step, message) => {
  await expect(drill(step)).rejects.toThrow(message);
});

test('what the API or the cloud refuses is named', { timeout: 60_000 }, async () => {
  const stage = await openStage();
  try {
    expect(() => stage.tables()).toThrow('the stack is not deployed');
    const mapping = stage.cloud.registry.handler('aws:apigatewayv2/apiMapping:ApiMapping');
    const { create } = mapping;
    mapping.create = () => Promise.reject(new Error('TooManyRequests'));
    await expect(stage.up()).rejects.toThrow(/-mapping was not deployed: TooManyRequests$/);
    mapping.create = create;
    await stage.up();
    await expect(stage.createAnimals([''])).rejects.toThrow(/^an animal was not created: 400 /);
  } finally {
    await stage.close();
  }
});
