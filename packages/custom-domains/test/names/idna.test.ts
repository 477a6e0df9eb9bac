// International names held to UTS 46 (not transitional; UseSTD3ASCIIRules, CheckHyphens, CheckBidi, CheckJoiners and
// VerifyDnsLength): a case for each status code of Unicode's IdnaTestV2.txt, and any input against an implementation of it.
import fc from 'fast-check';
import { toASCII } from 'tr46';
import { describe, expect, test } from 'vitest';
import { normaliseHost } from '../../src/names/host.ts';

function outcomeOf(text: string): string {
  const result = normaliseHost(text);
  return result.ok ? result.host : result.fault.code;
}

describe('the statuses of IdnaTestV2.txt', () => {
  test.each([
    ['mapped: a sharp s stays', 'Faß.de', 'xn--fa-hia.de'],
    ['mapped: a capital sharp s', 'FAẞ.de', 'xn--fa-hia.de'],
    ['mapped: composed', 'Bu\u0308cher.de', 'xn--bcher-kva.de'],
    ['mapped: a sigma at the end is not the final one', '\u{1e908}.Σ', 'xn--ie6h.xn--4xa'],
    ['mapped: the final sigma stays', 'βόλος.com', 'xn--nxasmm1c.com'],
    ['mapped: full-width letters', 'ｆａß.de', 'xn--fa-hia.de'],
    ['mapped: an ideographic full stop', '日本語。ＪＰ', 'xn--wgv71a119e.jp'],
    ['mapped: a joiner after a virama', 'a.क्\u200dष', 'a.xn--11b2ezcw70k'],
    ['valid: a digit of class EN makes no Bidi name', 'ꖨ.16.3툒۳', 'xn--9r8a.16.xn--3-nyc0117m'],
    ['P4: an A-label that cannot be decoded', 'xn--iñvalid.de', 'bad-idn'],
    ['P4: an A-label of no letters', 'xn--.de', 'bad-idn'],
    ['V1: an A-label that is not in NFC', 'xn--u-ccb.com', 'bad-idn'],
    ['V2: hyphens in third and fourth place', 'r4--ü.de', 'bad-idn'],
    ['V3: a hyphen at the end', 'ü-.de', 'bad-idn'],
    ['V5: a combining mark first', '\u0308ü.de', 'bad-idn'],
    ['V6: a character that is disallowed', 'a\u2488com.ü', 'bad-idn'],
    ['V6: an A-label of an emoji with a capital', 'xn--A-ecp.ru', 'bad-idn'],
    ['valid: a sign that Unicode 15.1 allows under STD3', 'ü≠.de', 'xn--tda012o.de'],
    ['U1: a full-width percent sign', 'ü％.de', 'bad-idn'],
    ['B1: a label that begins with a digit', '0à.\u05d0', 'bad-bidi'],
    ['B2: a letter of the other direction', '\u05d0a.com', 'bad-bidi'],
    ['B3: a hyphen or sign at the end', '\u05d0\u02c7.com', 'bad-bidi'],
    ['B4: digits of both kinds', '\u05d00٠\u05d0.com', 'bad-bidi'],
    ['B5: a letter from right to left behind others', 'à\u05d0.com', 'bad-bidi'],
    ['B6: a sign at the end, beside another label', 'à\u02c7.\u05d0', 'bad-bidi'],
    ['C1: a non-joiner that separates nothing', 'a\u200cb.com', 'bad-idn'],
    ['C2: a joiner that joins nothing', 'a\u200db.com', 'bad-idn'],
    ['A3: an A-label that is not Punycode', 'xn--a\u00e4.pt', 'bad-idn'],
    ['A4_1: more than 253 octets', `ü.${`${'a'.repeat(60)}.`.repeat(4)}aaaaaaaaaa`, 'name-too-long'],
    ['A4_2: an empty label', 'ü..de', 'empty-label'],
    ['A4_2: a label of 64 octets', `${'ü'.repeat(59)}.de`, 'label-too-long'],
    // Not the standard's: what no certificate is issued for, or no zone has.
    ['valid there, one label here', 'ü', 'one-label'],
    ['valid there, an address here (URL standard, "ends in a number")', 'ü.1', 'ip-address'],
    ['valid there, a suffix here', '中国', 'one-label'],
  ])('%s', (_, text, expected) => {
    expect(outcomeOf(text)).toBe(expected);
  });
});

/** Faults that UTS 46 does not know. A name with another fault is one that the standard refuses as well. */
const OURS = ['one-label', 'ip-address', 'public-suffix', 'wildcard', 'url', 'bad-character', 'empty'];
const FLAGS = {
  useSTD3ASCIIRules: true,
  checkHyphens: true,
  checkBidi: true,
  checkJoiners: true,
  verifyDNSLength: true,
};

test('what is accepted is ToASCII of the standard, and what is refused has none', () => {
  const letters = [...'aZ0-.ßÀü\u0308אب٠0۳ˇςΣ\u200c\u200dक्。ＡxnN≠'];
  const likely = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
  const any = fc.string({ unit: 'grapheme', maxLength: 8 });
  fc.assert(
    fc.property(fc.oneof(likely, any), (text) => {
      const name = `${text}.example`;
      const standard = toASCII(name, FLAGS);
      const result = normaliseHost(name);
      if (result.ok) expect(result.host).toBe(standard);
      else if (!OURS.includes(result.fault.code)) expect([name, standard]).toEqual([name, null]);
    }),
    { numRuns: 5000 },
  );
});
