// Root keys of a file: IANA's own form (RFC 7958), and DS lines as a zone file has them.
import { expect, test } from 'vitest';
import { IANA_ROOT_ANCHORS, parseRootKeys } from '../../src/dnssec/root-keys.ts';

const hex = (index: number) => IANA_ROOT_ANCHORS[index]?.digest.toString('hex').toUpperCase();
const [FIRST, SECOND] = [`20326 8 2 ${hex(0)}`, `38696 8 2 ${hex(1)}`];
const digest = (tag: number, value: string | undefined, dates: string) =>
  `<KeyDigest id="K" ${dates}>\n<KeyTag>${tag}</KeyTag>\n<Algorithm>8</Algorithm>\n<DigestType>2</DigestType>
<Digest>${value}</Digest><PublicKey>AwEA</PublicKey><Flags>257</Flags></KeyDigest>`;
const xml = (zone: string, ...digests: readonly string[]) =>
  `<?xml version="1.0"?><TrustAnchor id="A"><!-- <Zone>x</Zone> --><Zone>${zone}</Zone>${digests.join('\n')}</TrustAnchor>`;
const SINCE_2010 = 'validFrom="2010-07-15T00:00:00+00:00"';
const ENDED = digest(19036, hex(0), `${SINCE_2010} validUntil="2019-01-11T00:00:00+00:00"`);
const TO_COME = digest(5, hex(0), 'validFrom="2100-01-01T00:00:00+00:00"');
const VALID = 'validFrom="2017-02-02T00:00:00+00:00"';

test.each([
  ['DS lines', `; of the lab\n${FIRST}\n\n. 172800 IN DS ${SECOND} ; the next\n`],
  [
    'without a TTL, the digest in parts',
    `. IN DS ${FIRST.slice(0, 40)} ${FIRST.slice(40)}\r\n.\tDS\t${SECOND}`,
  ],
  ['RFC 7958', xml('.', ENDED, digest(20326, hex(0), VALID), digest(38696, hex(1), VALID), TO_COME)],
])('%s', (_, text) => expect(parseRootKeys(text)).toEqual(IANA_ROOT_ANCHORS));

test.each([
  ['nothing', '; none'],
  ['a zone that is not the root', `com. IN DS ${FIRST}`],
  ['one line that is not a key', `${FIRST}\n. IN DNSKEY 257 3 8 AwEA`],
  ['a digest that is too short', FIRST.slice(0, -2)],
  ['a digest of a type that is not known', FIRST.replace(' 2 ', ' 3 ')],
  ['RFC 7958 of another zone', xml('com.', digest(1, hex(0), VALID))],
  ['RFC 7958 without a key that is valid now', xml('.', ENDED, TO_COME)],
])('refused: %s', (_, text) => expect(parseRootKeys(text)).toBeUndefined());
