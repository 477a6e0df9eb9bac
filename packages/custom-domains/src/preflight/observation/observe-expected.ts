// Reads the records that a deployed host must have: its validation record, and the addresses behind an alias.

import type { Reader } from '../reader/reader.ts';
import type { Expected, ExpectedState } from './observation.ts';
import type { Source } from './observe-host.ts';
import { observeDoubled } from './observe-wildcard.ts';

export async function observeExpected(
  reader: Reader,
  sources: readonly Source[],
  zone: string,
  host: string,
  expected: Expected,
): Promise<ExpectedState> {
  const { target, validation } = expected;
  const [validations, doubled, hostAddresses, targetAddresses] = await Promise.all([
    validation === undefined ? [] : readEverywhere(reader, sources, validation.name, validation.type),
    validation === undefined || sources[0] === undefined
      ? []
      : observeDoubled(reader, sources[0], validation.name, zone),
    target === undefined ? undefined : addressesOf(reader, host),
    target === undefined ? undefined : addressesOf(reader, target),
  ]);
  return { expected, validation: validations, doubledValidation: doubled, hostAddresses, targetAddresses };
}

/** Where a server delegates the name, the resolver finds what is there: the validation can be a zone of its own. */
function readEverywhere(reader: Reader, sources: readonly Source[], name: string, type: string) {
  return Promise.all(
    sources.map(async (source) => {
      const answer = await source.query(name, type);
      const isDelegated = answer.kind === 'referral';
      return { server: source.label, answer: isDelegated ? await reader.resolve(name, type) : answer };
    }),
  );
}

/** IPv4 and IPv6 addresses from the resolver; undefined when neither could be read. */
async function addressesOf(reader: Reader, name: string): Promise<readonly string[] | undefined> {
  const answers = await Promise.all([reader.resolve(name, 'A'), reader.resolve(name, 'AAAA')]);
  if (answers.every((answer) => answer.kind === 'failed')) return undefined;
  return answers.flatMap((answer) =>
    answer.kind === 'found' ? answer.records.map((record) => record.value) : [],
  );
}
