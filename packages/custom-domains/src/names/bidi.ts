// The Bidi rule (RFC 5893): labels written from right to left, and what they require of the labels beside them.
import { domainToUnicode } from 'node:url';

/** The blocks whose characters have Bidi class R, AL or AN (Unicode, DerivedBidiClass.txt, with its defaults). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The first label that breaks the rule; undefined where none does. `domainToASCII` checks each label that is written
 * from right to left, and looks at no other. RFC 5893 2, rule 1: beside one, each label begins with a letter.
 */
export function brokenBidiLabel(host: string): string | undefined {
  const labels = domainToUnicode(host).split('.');
  if (!labels.some((label) => RIGHT_TO_LEFT.test(label))) return undefined;
  return labels.find((label) => !RIGHT_TO_LEFT.test(label) && !/^\p{L}/u.test(label));
}
