// DNSSEC: whether what a resolver returned is what the zones signed, from the root's trust anchor down.

export { IANA_ROOT_ANCHORS, type SignedResponse } from './chain.ts';
export { type Message, readMessage, type WireRecord } from './message.ts';
export { encodeName, readName, TYPE, typeNumber, typeText, WireError } from './name.ts';
export { attempt, type Ds } from './records.ts';
export { createValidator, type Validation, type Validator } from './validator.ts';
export {
  type Bogus,
  type Fault,
  type FaultCause,
  timeText,
  type Verdict,
  worst,
} from './verdict.ts';
