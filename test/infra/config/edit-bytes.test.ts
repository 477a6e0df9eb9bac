// Edits of stack files in every layout: the result has the edit, and no other byte has changed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addHost, type EditResult, removeHost } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';

/** How a person may lay a file out. */
interface Layout {
  readonly eol: string;
  readonly finalEol: boolean;
  readonly step: number;
  readonly comments: boolean;
  readonly list: 'row' | 'spaced row' | 'list' | 'flush list' | 'bracketed lines' | 'bracketed lines,';
  readonly quote: '' | "'" | '"';
  readonly count: number;
  readonly below: boolean;
}

const layouts: fc.Arbitrary<Layout> = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  finalEol: fc.boolean(),
  step: fc.constantFrom(1, 2, 4),
  comments: fc.boolean(),
  list: fc.constantFrom('row', 'spaced row', 'list', 'flush list', 'bracketed lines', 'bracketed lines,'),
  quote: fc.constantFrom('', "'", '"'),
  count: fc.integer({ min: 1, max: 4 }),
  below: fc.boolean(),
});

const hostOf = (index: number) => `h${index}.petstore.dev`;

function write(layout: Layout): string {
  const { eol, finalEol, step, comments, below } = layout;
  const [one, two] = [' '.repeat(step), ' '.repeat(step * 2)];
  const note = comments ? ' # é, "kept" [as: it, is]' : '';
  const lines = [
    ...(comments ? ['# top', ''] : []),
    'config:',
    `${one}aws:region: eu-west-1${note}`,
    `${one}petstore:plan:   "pro"`,
    `${one}petstore:docs:${note}`,
    `${two}primary: petstore.dev${note}`,
    ...domains(layout, two, note),
    ...(below ? [`${one}petstore:shards: 2${note}`] : []),
    ...(comments ? ['# bottom'] : []),
  ];
  return lines.join(eol) + (finalEol ? eol : '');
}

function domains({ list, quote, count, step }: Layout, indent: string, note: string): string[] {
  const items = Array.from({ length: count }, (_, i) => quote + hostOf(i) + quote);
  const deeper = indent + ' '.repeat(step);
  if (list === 'row') return [`${indent}domains: [${items.join(', ')}]${note}`];
  if (list === 'spaced row') return [`${indent}domains:  [ ${items.join(' , ')} ]${note}`];
  if (list === 'list')
    return [`${indent}domains:${note}`, ...items.map((item) => `${deeper}- ${item}${note}`)];
  if (list === 'flush list')
    return [`${indent}domains:`, ...items.map((item) => `${indent}-  ${item}${note}`)];
  const comma = (i: number) => (list === 'bracketed lines,' || i < count - 1 ? ',' : '');
  const lines = items.map((item, i) => `${deeper}${item}${comma(i)}${note}`);
  return [`${indent}domains: [`, ...lines, `${indent}]${note}`];
}

function textOf(result: EditResult): string {
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.text;
}

function hosts(text: string): readonly string[] {
  const result = settingsOf('production', { name: 'x', text });
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.settings.docs.domains;
}

/** Every character of `part` is in `whole`, in order: `whole` is `part` with insertions only. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at++;
  return at === part.length;
}

const file = (text: string) => ({ name: 'Pulumi.x.yaml', text });

test('adding a host only inserts: the host, and what its layout needs around it', () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      const before = write(layout);
      const after = textOf(addHost(file(before), { host: 'new.petstore.dev', site: 'docs' }));
      expect(hosts(after)).toEqual([...hosts(before), 'new.petstore.dev']);
      expect(isWithin(before, after)).toBe(true);
      const inserted = after.length - before.length;
      expect(inserted).toBeLessThanOrEqual('new.petstore.dev'.length + 2 + 2 + 2 + layout.step * 3 + 3);
      expect(after.endsWith('\n')).toBe(before.endsWith('\n'));
      expect(/(?<!\r)\n/.test(after)).toBe(layout.eol === '\n');
    }),
    { numRuns: 150 },
  );
});

test('removing a host only deletes: the rest is unchanged, and every other comment stays', () => {
  fc.assert(
    fc.property(layouts, fc.nat(3), (layout, pick) => {
      const host = hostOf(pick % layout.count);
      const before = write(layout);
      const after = textOf(removeHost(file(before), host));
      expect(hosts(after)).toEqual(hosts(before).filter((name) => name !== host));
      expect(isWithin(after, before)).toBe(true);
      const kept = before.split(/\r?\n/).filter((line) => !/h\d\.petstore|domains:|^\s*\]/.test(line));
      expect(kept.every((line) => after.includes(line))).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('a host that is added and removed leaves the file as it was', () => {
  // Except for the comma after its neighbour where each item is on a line in brackets.
  const exact = layouts.filter(({ list }) => list !== 'bracketed lines');
  fc.assert(
    fc.property(exact, (layout) => {
      const before = write(layout);
      const added = textOf(addHost(file(before), { host: 'new.petstore.dev', site: 'docs' }));
      expect(textOf(removeHost(file(added), 'new.petstore.dev'))).toBe(before);
    }),
    { numRuns: 150 },
  );
});
