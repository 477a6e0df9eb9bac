// The table of what plans are read for, as README.md has it: generated from the code's rows.
import { HOSTS, RECORDS, ZONES } from '../../../src/cli/plans/types.ts';

const code = (all: readonly string[]) => all.map((one) => `\`${one}\``).join(',');

/** Without spaces between its cells: a row is a line of code. */
export function tableOfTypes(): string {
  const hosts = HOSTS.map(
    ({ types, names, authority, issuer, target }) =>
      [
        types,
        names,
        [issuer.length > 0 ? 'its own' : (authority ?? ''), target ?? ''].filter(Boolean).join('→'),
      ] as const,
  );
  const records = [...RECORDS, ...ZONES].map(
    ({ types, completion, provider }) =>
      [types, [ZONES.some((one) => one.types === types) ? 'zone' : completion], provider] as const,
  );
  const lines = [...hosts, ...records].map(
    ([types, what, who]) => `|${code(types)}|${code(what)}|${who.replace(' ', '-')}|`,
  );
  return ['|types|names|authority→target, or DNS host|', '|---|---|---|', ...lines].join('\n');
}
