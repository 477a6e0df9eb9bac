// The lines of a drill, and the comparison of what was there before with what is there after it.
import { shown } from '@petstore/custom-domains/output';
import { expect, test, vi } from 'vitest';
import { removeFoldersOnSignal } from '../../../cli/drill/stage.ts';
import { assertSame, createStep, DrillError } from '../../../cli/drill/steps.ts';

function screen() {
  const lines: string[] = [];
  const step = createStep({
    ...{ isTerminal: true, columns: 80 },
    line: (text) => void lines.push(String(text ?? '')),
    status: (text) => void lines.push(`status: ${text}`),
    paint: (style, text) => shown`<${String(style)}>${text}</>`,
  });
  return { lines, step };
}

test.each([
  [7, '7 ms'],
  [1_100, '1.1 s'],
])('a step of %i ms is printed while it runs and when it is done', async (ms, elapsed) => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(ms);
  const { lines, step } = screen();
  expect(await step(shown`work`, () => 'done')).toBe('done');
  vi.restoreAllMocks();
  expect(lines).toEqual(['status:   … work', `  <green>✓</> work <dim>${elapsed}</>`]);
});

test('a step that fails is not done', async () => {
  const { lines, step } = screen();
  await expect(step(shown`wrong`, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(lines).toEqual(['status:   … wrong']);
});

test.each([
  [{ a: 1, b: 'x'.repeat(500) }, { a: 1, b: 'y', c: 0 }, /^answers: b is "x{119}…, and was "y"$/],
  [{ c: 'x'.repeat(118) }, {}, /^answers: c is "x{118}", and was absent$/],
  [{}, { c: 0 }, /^answers: c is absent, and was 0$/],
])('of %j after %j, the first difference is named', (after, before, message) => {
  expect(() => assertSame('answers', after, before)).toThrow(DrillError);
  expect(() => assertSame('answers', after, before)).toThrow(message);
});

test('members in another order are the same', () => {
  expect(() => assertSame('answers', { a: 1, b: [2] }, { b: [2], a: 1 })).not.toThrow();
});

test("each signal ends the process with a shell's status, so that its folders are deleted", () => {
  const handlers = new Map<unknown, () => void>();
  vi.spyOn(process, 'once').mockImplementation((signal, handler) => {
    handlers.set(signal, handler as () => void);
    return process;
  });
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  removeFoldersOnSignal();
  for (const handle of handlers.values()) handle();
  const statuses = exit.mock.calls.map(([status]) => status);
  vi.restoreAllMocks();
  expect([...handlers.keys()]).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP']);
  expect(statuses).toEqual([130, 143, 129]);
});
