// Reads the records that a deployed host must have: its validation record, and the addresses behind an alias.
import type { HostSpec } from '../../dns-hosts/zone.ts';
import type { Reader } from '../reader/reader.ts';
import type { Expected, ExpectedState } from './observation.ts';
import type { Source } from './observe-host.ts';
import { observeResponder, type Responder } from './observe-responder.ts';
import { observeDoubled } from './observe-wildcard.ts';

const HTTPS_PORT = 443;

export async function observeExpected(
  reader: Reader,
  sources: readonly Source[],
  zone: string,
  plan: HostSpec,
  expected: Expected,
): Promise<ExpectedState> {
  const { host } = plan;
  const { target, validation } = expected;
  const [validations, doubled, hostAddresses, targetAddresses] = await Promise.all([
    validation === undefined ? [] : readEverywhere(reader, sources, validation.name, validation.type),
    validation === undefined || sources[0] === undefined
      ? []
      : observeDoubled(reader, sources[0], validation.name, zone),
    target === undefined ? undefined : addressesOf(reader, host),
    target === undefined ? undefined : addressesOf(reader, target),
  ]);
  const shared = hostAddresses?.filter((address) => targetAddresses?.includes(address)) ?? [];
  const responder = await responderFor(
    { ...plan, apex: plan.apex || host === zone },
    expected,
    shared,
    reader,
  );
  return {
    ...{ expected, validation: validations, doubledValidation: doubled, hostAddresses, targetAddresses },
    ...(responder && { responder }),
  };
}

/**
 * Targets share addresses ("the IP address isn't dedicated to your distribution", CloudFront Developer Guide, serving HTTPS with
 * SNI), and of the record of an external host DNS shows nothing else where it is an alias. Those of a declared zone are the stack's own.
 */
async function responderFor(
  { host, apex, zone }: HostSpec,
  { kind, httpsPort = HTTPS_PORT }: Expected,
  shared: readonly string[],
  reader: Reader,
): Promise<Responder | undefined> {
  if (kind === undefined || !apex || zone.provider !== 'external') return undefined;
  const address = shared.find((one) => reader.refuses(one) === undefined && reader.reaches(one));
  return address === undefined
    ? undefined
    : observeResponder({ host, address, port: httpsPort, expected: kind });
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
