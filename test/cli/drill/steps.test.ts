// The lines of a drill: what runs, what is done with its time, and what is left out.
import { setTimeout as sleep } from 'node:timers/promises';
import { shown } from '@petstore/custom-domains/output';
import { expect, test } from 'vitest';
import { createSteps } from '../../../cli/drill/steps.ts';

function screen() {
  const lines: string[] = [];
  const steps = createSteps({
    ...{ isTerminal: true, columns: 80 },
    line: (text) => void lines.push(String(text ?? '')),
    status: (text) => void lines.push(`status: ${text}`),
    paint: (style, text) => shown`<${String(style)}>${text}</>`,
  });
  return { lines, steps };
}

test('a step is printed while it runs and when it is done, with its time in a unit that fits', async () => {
  const { lines, steps } = screen();
  expect(await steps.step(shown`quick`, () => 7)).toBe(7);
  expect(await steps.step(shown`slow`, () => sleep(1_100, 'done'))).toBe('done');
  expect(lines).toEqual([
    'status:   … quick',
    expect.stringMatching(/^ {2}<green>✓<\/> quick <dim>\d{1,2} ms<\/>$/),
    'status:   … slow',
    expect.stringMatching(/^ {2}<green>✓<\/> slow <dim>1\.\d s<\/>$/),
  ]);
});

test('a step that fails is not done', async () => {
  const { lines, steps } = screen();
  await expect(steps.step(shown`wrong`, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(lines).toEqual(['status:   … wrong']);
});

test('what is left out has a mark of its own', () => {
  const { lines, steps } = screen();
  steps.skipped(shown`the same with the Pulumi CLI`);
  expect(lines).toEqual(['  <yellow>-</> the same with the Pulumi CLI']);
});
