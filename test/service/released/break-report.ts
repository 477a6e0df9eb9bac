// What a failure says about changes that break clients: which they are, and what to do.
import type { Break } from './compare.ts';

/** `released`: the file of the released contract. */
export function breakReport(breaks: readonly Break[], released: string): string {
  const found = breaks.map(({ operation, what }) => `  ${operation}: ${what}`);
  const count = breaks.length === 1 ? '1 change breaks' : `${breaks.length} changes break`;
  return [
    `${count} clients of the released contract, ${released}:`,
    ...found,
    'not meant: take the change back in service/openapi.yaml; what only adds or widens breaks nobody',
    '  a limit is in the service too: CONTRIBUTING.md, "Change a limit", says where',
    'meant: add an operation beside the released one, and deprecate that; the released contract is replaced when it is removed:',
    '  CONTRIBUTING.md, "Break the contract on purpose", has the steps',
  ].join('\n');
}
