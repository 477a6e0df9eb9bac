// A DNS query as it arrives, octet for octet where the response has to repeat it.
import packet, { type DecodedPacket, type OptAnswer, type Question } from 'dns-packet';

/** RFC 1035 4.1.1. */
export const HEADER_BYTES = 12;

export interface Query {
  readonly question: Question;
  /** The question as it came, echoed octet for octet (also the letters' case, which resolvers may check). */
  readonly rawQuestion: Buffer;
  /** The name is text that can be written back as it came. */
  readonly plain: boolean;
  readonly recursive: boolean;
  readonly edns: OptAnswer | undefined;
}

/** Undefined for what is not a query with one question. */
export function decodeQuery(message: Buffer): Query | undefined {
  let query: DecodedPacket;
  try {
    query = packet.decode(message);
  } catch {
    return undefined;
  }
  const { questions = [], additionals = [], flag_rd: recursive } = query;
  const [question] = questions;
  const opts = additionals.filter((record) => record.type === 'OPT');
  if (question === undefined || questions.length !== 1 || opts.length > 1) return undefined;
  const walked = walkQuestion(message);
  if (walked === undefined) return undefined;
  const { end, labels } = walked;
  return {
    plain: isPlain(question.name, labels),
    question,
    rawQuestion: message.subarray(HEADER_BYTES, end),
    recursive,
    edns: opts[0],
  };
}

/** The octet after the question, and its name's labels; undefined where the name is compressed: by nothing. */
function walkQuestion(message: Buffer): { end: number; labels: number } | undefined {
  let at = HEADER_BYTES;
  let labels = 0;
  for (let length = message[at] ?? 0; length !== 0; length = message[at] ?? 0) {
    if (length > 63) return undefined;
    at += length + 1;
    labels += 1;
  }
  return { end: at + 5, labels };
}

/** dns-packet reads labels as UTF-8 and joins them by dots: what that loses can't be answered by name. */
function isPlain(name: string, labels: number): boolean {
  return labels === 0 || (/^[\x21-\x7e]*$/.test(name) && name.split('.').length === labels);
}
