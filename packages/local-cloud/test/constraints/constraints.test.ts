// Every input of every resource type that is served, at and past each bound of the service or the provider: the local cloud accepts what
// they accept, refuses what they refuse, and names what it does not emulate.
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../src/recorded/index.ts';
import { checkInputs } from '../../src/resources/registry.ts';
import { startSeededCloud } from '../contract/cloud.ts';
import { TYPES } from './inputs/index.ts';
import { pathsOf, valueAt, without, withValue } from './paths.ts';
import { probesOf } from './probes.ts';
import { type Entry, type Rule, rulesOf, type TypeTable, type Verdict } from './table.ts';
import { breaks, type Facet, sizeOf, verdict, verdictWithout } from './verdict.ts';

const cloud = await startSeededCloud();
const { registry } = cloud;
await cloud.close();

const NOT_EMULATED = 'the local cloud does not emulate';

/** The local cloud's verdict on inputs, and its message. */
function checked(type: string, inputs: object): { verdict: Verdict; message: string } {
  const { failures } = checkInputs(
    registry.handler(type),
    'orders',
    inputs as Record<string, unknown>,
    undefined,
  );
  const message = failures.map(({ reason }) => reason).join('\n');
  if (/\b([\w.]+): \1: /.test(message)) throw new Error(`a code is repeated: ${message}`);
  if (failures.length === 0) return { verdict: 'accepted', message };
  const notEmulated = failures.filter(({ reason }) => reason.includes(NOT_EMULATED)).length;
  if (notEmulated > 0 && notEmulated < failures.length)
    throw new Error(`two verdicts on one value: ${message}`);
  return { verdict: notEmulated > 0 ? 'not emulated' : 'refused', message };
}

/** Valid inputs for an entry, with the inputs that it needs beside it. */
function inputsFor({ valid }: TypeTable, { given = {} }: Entry, value?: unknown): object {
  const beside = typeof given === 'function' ? given(value as never) : given;
  return Object.fromEntries(Object.entries({ ...valid, ...beside }).filter(([, one]) => one !== undefined));
}

/** The valid value of an input; where what it is given depends on the value, of the type's own inputs. */
function validValue(table: TypeTable, path: string, entry: Entry): unknown {
  const inputs =
    typeof entry.given === 'function' && path in table.valid
      ? table.valid
      : inputsFor(table, entry, defaultOf(table, path, entry));
  return valueAt(inputs, path);
}

function defaultOf({ valid }: TypeTable, path: string, { given }: Entry): unknown {
  return typeof given === 'function' ? valueAt(valid, path) : undefined;
}

const show = (value: unknown) => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 90 ? `${text.slice(0, 60)}… (${sizeOf(value)})` : text;
};

interface Case {
  readonly table: TypeTable;
  readonly path: string;
  readonly entry: Entry;
  readonly rules: readonly Rule[];
}

/** Each value on which the local cloud and the services do not agree. */
function disagreements({ table, path, entry, rules }: Case): string[] {
  return probesOf(entry, rules, validValue(table, path, entry)).flatMap((probe) => {
    const expected = verdict(entry, rules, probe);
    const { verdict: actual, message } = checked(
      table.type,
      withValue(inputsFor(table, entry, probe), path, probe),
    );
    if (actual === expected) return [];
    const why = breaks(entry, rules, probe).map((one) => one.message);
    const reason = expected === 'not emulated' ? [entry.emulated?.reason] : why;
    return [
      `${show(probe)}: ${expected}${reason.length ? ` (${reason.join('; ')})` : ''}, here ${actual} ${message}`.trim(),
    ];
  });
}

/** Facets of the rules that no probe breaks, or that no accepted probe satisfies: they would not be tested. */
function untested({ table, path, entry, rules }: Case): string[] {
  const probes = probesOf(entry, rules, validValue(table, path, entry));
  const broken = new Set(probes.flatMap((probe) => breaks(entry, rules, probe).map(({ facet }) => facet)));
  const facets: readonly Facet[] = ['min', 'max', 'pattern', 'enum', 'that'];
  // A least size of 1 is broken by the empty value alone, which may be unset or unspecified.
  const least = entry.unset === undefined && entry.unspecified === undefined ? 0 : 1;
  const states = (rule: Rule, facet: Facet) => (facet === 'min' ? (rule.min ?? 0) > least : facet in rule);
  const stated = facets.filter((facet) => rules.some((rule) => states(rule, facet)));
  const most = Math.min(...rules.flatMap(({ max }) => max ?? []));
  const reached = probes.some(
    (probe) => sizeOf(probe) === most && verdict(entry, rules, probe) !== 'refused',
  );
  return [
    ...stated.filter((facet) => !broken.has(facet)).map((facet) => `no probe breaks ${facet}`),
    ...(Number.isFinite(most) && !reached && entry.shadowed === undefined && !stated.includes('enum')
      ? [`no probe of ${most} is accepted`]
      : []),
    ...(probes.some((probe) => verdict(entry, rules, probe) === 'accepted') ? [] : ['no probe is accepted']),
  ];
}

it('has a table for each resource type that is served', () => {
  const served = registry.types.filter((type) => !Object.hasOwn(RECORDED, type));
  expect(TYPES.map(({ type }) => type).sort()).toEqual(served.sort());
});

describe.each(TYPES.map((table) => [table.type, table] as const))('%s', (type, table) => {
  const handler = registry.handler(type);
  const cases = Object.entries(table.inputs).map(
    ([path, entry]) => [path, { table, path, entry, rules: rulesOf(table, entry) }] as const,
  );

  it('has an entry for each input, and no other', () => {
    expect(Object.keys(table.inputs).sort()).toEqual(pathsOf(handler.inputs).sort());
  });

  it('accepts the valid inputs', () => {
    expect(checked(type, table.valid)).toEqual({ verdict: 'accepted', message: '' });
  });

  it.each(cases)('%s: what the service accepts and refuses', (_path, one) => {
    expect(disagreements(one)).toEqual([]);
  });

  it.each(cases)('%s: each bound is tested', (_path, one) => {
    expect(untested(one)).toEqual([]);
  });

  it.each(cases.filter(([path]) => /\w$/.test(path)))('%s: left out', (path, { entry, rules }) => {
    const expected = verdictWithout(entry, rules, handler.autoname === path);
    expect(
      checked(type, without(inputsFor(table, entry, defaultOf(table, path, entry)), path)),
    ).toMatchObject({ verdict: expected });
  });
});
