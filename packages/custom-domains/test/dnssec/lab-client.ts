// Validates every case of the lab, for a runtime that is not the test's: the arguments are the resolver and, as JSON, the keys of its root.
import type { Ds } from '../../src/dnssec/records.ts';
import { createReader } from '../../src/preflight/reader/reader.ts';

interface Order {
  readonly resolver: string;
  readonly authorityPort: number;
  readonly trustAnchors: readonly Ds[];
  readonly questions: readonly (readonly [name: string, type: string])[];
}

const { questions, trustAnchors, ...options } = JSON.parse(process.argv[2] ?? '') as Order;
const anchors = trustAnchors.map((one) => ({ ...one, digest: Buffer.from(one.digest) }));
const { validator } = createReader({ ...options, trustAnchors: anchors });
const verdicts = questions.map(async ([name, type]) => {
  const { verdict } = await validator.validate(name, type);
  return verdict.status === 'bogus' ? verdict.fault.cause : verdict.status;
});
console.log(JSON.stringify(await Promise.all(verdicts)));
