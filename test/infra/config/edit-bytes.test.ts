// Edits of stack files in every layout: the result has the edit, and no other byte has changed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addHost, removeHost } from '../../../infra/config/edit/edit.ts';
import { settingsOf } from '../../../infra/config/stack-file.ts';
import { textOf } from './stack.ts';

const NOTE = ' # é, "kept" [as: it, is]';

/** A list of domains as a person may lay it out, below a key that is indented by two steps. */
const LISTS: Readonly<Record<string, (items: readonly string[], note: string, step: string) => string[]>> = {
  row: (items, note) => [`domains: [${items.join(', ')}]${note}`],
  'spaced row': (items, note) => [`domains:  [ ${items.join(' , ')} ]${note}`],
  list: (items, note, step) => [`domains:${note}`, ...items.map((item) => `${step}- ${item}${note}`)],
  'flush list': (items, note) => ['domains:', ...items.map((item) => `-  ${item}${note}`)],
};

const layouts = fc
  .record({
    eol: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', '\n  petstore:shards: 2\n', '\n# bottom\n'),
    step: fc.constantFrom(' ', '  ', '    '),
    note: fc.constantFrom('', NOTE),
    list: fc.constantFrom(...Object.keys(LISTS)),
    quote: fc.constantFrom('', "'", '"'),
    count: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ eol, end, step, note, list, quote, count }) => {
    const items = Array.from({ length: count }, (_, index) => `${quote}h${index}.petstore.dev${quote}`);
    const lines = LISTS[list]?.(items, note, step) ?? [];
    const text = [
      ...['# top', '', 'config:', `${step}aws:region: eu-west-1${note}`, `${step}petstore:plan:   "pro"`],
      ...[`${step}petstore:docs:${note}`, `${step}${step}primary: petstore.dev${note}`],
      ...lines.map((line) => step + step + line),
    ];
    return {
      eol,
      isRow: list.endsWith('row'),
      text: (text.join('\n') + end.replace('\n  ', `\n${step}`)).replaceAll('\n', eol),
    };
  });

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

/** A list in brackets, as what its items have in common with a line for each. */
const withoutBrackets = (text: string) =>
  text.replace(/domains: +\[ ?(.*?) ?\](.*)/, (_, items: string, note: string) =>
    ['domains:', note, ...items.split(/ ?, /)].join(''),
  );

test('a host that is added is inserted on a line of its own, with what its layout needs around it; its removal undoes that', () => {
  fc.assert(
    fc.property(layouts, ({ text: before, eol, isRow }) => {
      const after = textOf(addHost(file(before), { host: 'new.petstore.dev', site: 'docs' }));
      expect(hosts(after)).toEqual([...hosts(before), 'new.petstore.dev']);
      expect(isWithin(withoutBrackets(before), after)).toBe(true);
      const lines = after.split(eol);
      const own = lines.filter((line) => /^ *- +(["']?)[\w.-]+\1( #|$)/.test(line));
      expect(own).toHaveLength(hosts(after).length);
      expect(after.endsWith('\n')).toBe(before.endsWith('\n'));
      expect(/(?<!\r)\n/.test(after)).toBe(eol === '\n');
      const inLines = lines.filter((line) => !line.includes('new.petstore.dev')).join(eol);
      const undone = textOf(removeHost(file(after), 'new.petstore.dev'));
      expect(undone).toBe(isRow ? inLines : before);
    }),
    { numRuns: 100 },
  );
});

test('removing a host only deletes: the rest is unchanged, and every other comment stays', () => {
  fc.assert(
    fc.property(layouts, fc.nat(3), ({ text: before }, pick) => {
      const host = hosts(before)[pick % hosts(before).length] as string;
      const after = textOf(removeHost(file(before), host));
      expect(hosts(after)).toEqual(hosts(before).filter((name) => name !== host));
      expect(isWithin(after, before)).toBe(true);
      const kept = before.split(/\r?\n/).filter((line) => !/h\d\.petstore|domains:/.test(line));
      expect(kept.every((line) => after.includes(line))).toBe(true);
    }),
    { numRuns: 100 },
  );
});
