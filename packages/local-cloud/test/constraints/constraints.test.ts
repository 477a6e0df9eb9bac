// The inputs that a real service or its provider refuses of this program: values at and past each bound, for the types
// that are served. A value that the service takes and the local cloud does not emulate is refused in its own name. And what a later
// preview shows of inputs that the service fills.
import { describe, expect, it } from 'vitest';
import { diffInputs } from '../../src/engine/diff.ts';
import { checkInputs } from '../../src/resources/registry.ts';
import { REGION, startSeededCloud } from '../contract/cloud.ts';
import { TYPES } from './types.ts';

const cloud = await startSeededCloud();
const { registry } = cloud;
await cloud.close();

const NOT_EMULATED = 'the local cloud does not emulate';

function verdict(type: string, inputs: Readonly<Record<string, unknown>>): string {
  const { failures } = checkInputs(registry.handler(type), 'orders', inputs, undefined);
  if (failures.length === 0) return 'accepted';
  const notEmulated = failures.filter(({ reason }) => reason.includes(NOT_EMULATED)).length;
  if (notEmulated === 0) return 'refused';
  return notEmulated === failures.length ? 'not emulated' : 'two verdicts on one value';
}

/** A copy with another value at the dotted path; undefined removes it. */
function withValue(inputs: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  const copy: Record<string, unknown> = { ...(inputs as object) };
  copy[step] = withValue(copy[step], rest, value);
  if (copy[step] === undefined) delete copy[step];
  return copy;
}

it('shows each resource type with inputs that the service fills', () => {
  const ruled = registry.types.filter((type) => registry.handler(type).computedInputs !== undefined);
  expect(ruled.filter((type) => TYPES[type]?.forms === undefined)).toEqual([]);
});

describe.each(Object.entries(TYPES))('%s', (name, { valid, inputs = [], forms = [] }) => {
  const [type = ''] = name.split(' ');
  const check = (path: string, value: unknown) =>
    verdict(type, withValue(valid, path.split('.'), value) as Record<string, unknown>);

  it('accepts the valid inputs, and refuses an unknown name', () => {
    expect(verdict(type, valid)).toBe('accepted');
    expect(check('unheardOf', 'x')).toBe('refused');
  });

  it.each(inputs)('%s', (path, { takes = [], refuses = [], lacks = [] }) => {
    for (const value of takes) expect(check(path, value), shown(value)).toBe('accepted');
    for (const value of refuses) expect(check(path, value), shown(value)).toBe('refused');
    for (const value of lacks) expect(check(path, value), shown(value)).toBe('not emulated');
  });

  it.each(forms)('declared with %s', (_what, first, next, shows) => {
    const handler = registry.handler(type);
    const [old = {}, news = {}] = [first, next].map((patch) => {
      const { inputs, failures } = checkInputs(handler, 'orders', { ...valid, ...patch }, undefined);
      expect(failures).toEqual([]);
      return inputs;
    });
    expect(diffInputs(handler, 'orders', { old, news, region: REGION }).kind).toBe(shows);
  });
});

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'left out';
  return text.length > 90 ? `${text.slice(0, 60)}… (${text.length})` : text;
}
