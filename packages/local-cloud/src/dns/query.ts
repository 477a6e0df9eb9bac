// A DNS query as it arrived: the response repeats its question octet for octet.
import packet, { type DecodedPacket, type OptAnswer, type Question } from 'dns-packet';

/** RFC 1035 4.1.1. */
export const HEADER_BYTES = 12;

export interface Query {
  readonly question: Question;
  /** The question as it arrived, with the case of its letters, which resolvers may check. */
  readonly rawQuestion: Buffer;
  /** Whether the name is text that can be written back unchanged. */
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

/** The offset after the question, and the number of its labels; undefined for a compressed name, which cannot be valid. */
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

/** dns-packet reads labels as UTF-8 and joins them by dots; a name that loses octets or labels by that is not plain. */
function isPlain(name: string, labels: number): boolean {
  return labels === 0 || (/^[\x21-\x7e]*$/.test(name) && name.split('.').length === labels);
}
