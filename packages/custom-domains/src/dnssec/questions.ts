// The questions of one validation to the resolver, with a bound on their number and on their time.
import { type Message, readMessage } from './message.ts';
import { WireError } from './name.ts';
import { typeText } from './types.ts';
import { type Unknown, unknown, zoneText } from './verdict.ts';

/** What the resolver sent, with DO and CD set (RFC 4035 3.2): the octets of one whole message. */
export type SignedResponse =
  | { readonly kind: 'response'; readonly bytes: Buffer }
  | { readonly kind: 'failed'; readonly detail: string };

/** Sends a question to the resolver, with the name as name.ts has it, or returns what it sent to the same question before. Never rejects. */
export type LookUp = (name: string, type: string) => Promise<SignedResponse>;

/** A chain of 16 aliases through zones of 3 labels needs about 100; a signed zone below a top-level domain needs 6. */
const MAX_QUESTIONS = 100;
const NO_ERROR_OR_NXDOMAIN = [0, 3];

export class Questions {
  readonly #lookUp: LookUp;
  readonly #deadline: number;
  #left = MAX_QUESTIONS;

  /** `ms`: after this time no further question is asked; those that were asked have the bound of the look-up. */
  constructor(lookUp: LookUp, ms: number) {
    this.#lookUp = lookUp;
    this.#deadline = performance.now() + ms;
  }

  /** A readable response with NOERROR or NXDOMAIN; else why there is none. */
  async ask(name: string, type: number): Promise<Message | Unknown> {
    const what = `${typeText(type)} of ${zoneText(name)}`;
    if (this.#left-- <= 0)
      return unknown(`${what} was not queried: validation takes over ${MAX_QUESTIONS} queries`);
    if (performance.now() > this.#deadline)
      return unknown(`${what} was not queried: validation takes too long`);
    const response = await this.#lookUp(name, typeText(type));
    if (response.kind === 'failed') return unknown(`${what}: ${response.detail}`);
    const message = readable(response.bytes);
    if (message === undefined) return unknown(`${what}: the response cannot be read`);
    if (NO_ERROR_OR_NXDOMAIN.includes(message.rcode)) return message;
    return unknown(`${what}: the response has the code ${message.rcode}`);
  }
}

function readable(bytes: Buffer): Message | undefined {
  try {
    return readMessage(bytes);
  } catch (error) {
    if (error instanceof WireError || error instanceof RangeError) return undefined;
    throw error;
  }
}
