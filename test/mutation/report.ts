import type { Verdict } from './judge.ts';

/** One line for each area, then every mutant that was not killed, with its diff. */
export function report(verdicts: readonly Verdict[]): string {
  const rows = [...Map.groupBy(verdicts, ({ area }) => area)].map(([area, all]) => {
    const count = (result: Verdict['result']) => all.filter((one) => one.result === result).length;
    return [area, all.length, count('killed'), count('survived'), count('timed-out')];
  });
  const table = [['area', 'mutants', 'killed', 'survived', 'timed out'], ...rows].map(columns).join('\n');
  const left = verdicts.filter(({ result }) => result !== 'killed').map(describe);
  return [table, ...left].join('\n\n');
}

function columns([first, ...others]: readonly (string | number)[]): string {
  return String(first).padEnd(10) + others.map((value) => String(value).padStart(11)).join('');
}

export function describe({ mutant, result, by }: Verdict): string {
  const place = `${mutant.file}:${mutant.line} ${mutant.operator}`;
  return result === 'killed' ? `killed ${place}: ${by}` : `${result} ${place}\n${mutant.diff}`;
}
