// DNSSEC: whether what a resolver returned is what the zones signed, from the root's trust anchor down.

export { IANA_ROOT_ANCHORS } from './chain.ts';
export { type Message, readMessage, type WireRecord } from './message.ts';
export { encodeName, readName, WireError } from './name.ts';
export type { LookUp, SignedResponse } from './questions.ts';
export { attempt, type Ds } from './records.ts';
export { TYPE, typeNumber, typeText } from './types.ts';
export { createValidator, type Validator } from './validator.ts';
export {
  type Bogus,
  type Ending,
  type Fault,
  type FaultCause,
  timeText,
  type Verdict,
  worst,
} from './verdict.ts';
export type { Validation } from './walk.ts';
