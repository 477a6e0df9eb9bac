// The lab: zones that are signed in every way that decides a verdict, the question to ask of each, and the verdict.
import type { Answer } from 'dns-packet';
import type { Internet, TestZone } from '../preflight/internet.ts';
import { createKey, ENTRY, sameTag, ZONE } from './keys.ts';
import { type Signing, type Tamper, ZoneSigner } from './zone-signer.ts';

export interface LabCase {
  /** The zone is `<zone>.test`. */
  readonly zone: string;
  readonly signed?: Signing;
  /** Records beside those of `records`; `@` is the zone's name. */
  readonly more?: readonly string[];
  /** The first label or labels of the name to ask for. */
  readonly ask: string;
  readonly type?: string;
  readonly verdict: 'secure' | 'insecure' | 'bogus';
  /** Of a bogus one. */
  readonly cause?: string;
  /** Unbound's verdict where it is another on purpose. */
  readonly unbound?: 'secure';
}

const DAY = 24 * 3600;
const SERVER = '127.0.0.21';
const key = createKey(13);
const other = createKey(13);
const rsaKey = createKey(8);
export const entryKey = createKey(13, ENTRY);
const zoneKey = createKey(13, ZONE);

export const without =
  (...types: readonly string[]): Tamper =>
  (records) =>
    records.filter(
      (record) =>
        !types.includes(record.type) && !(record.type === 'RRSIG' && types.includes(covered(record))),
    );

function covered(record: Answer): string {
  return record.type === 'RRSIG' ? record.data.typeCovered : '';
}

/** Takes the signatures over one type away. */
export const unsigned =
  (type: string): Tamper =>
  (records) =>
    records.filter((record) => covered(record) !== type);

/** Changes one octet of each signature over a type. */
export const broken =
  (type: string): Tamper =>
  (records) =>
    records.map((record) => {
      if (record.type !== 'RRSIG' || covered(record) !== type) return record;
      const signature = Buffer.from(record.data.signature);
      signature.writeUInt8(signature.readUInt8(9) ^ 1, 9);
      return { ...record, data: { ...record.data, signature } };
    });

/** Says that a name which exists does not, with the proof for another one. */
const deniedBy =
  (other: (zone: string) => string): Tamper =>
  (records, { section, signer, name }) => {
    if (!name.startsWith('www.')) return records;
    return section === 'answer' ? [] : signer.deny(other(signer.name), undefined);
  };

const algorithms = [5, 7, 8, 10, 13, 14, 15, 16].map(
  (algorithm): LabCase => ({
    zone: `algorithm-${algorithm}`,
    signed: { algorithm },
    ask: 'www',
    verdict: 'secure',
  }),
);

const digests = [1, 2, 4].map(
  (digestType): LabCase => ({
    zone: `digest-${digestType}`,
    signed: { digestTypes: [digestType] },
    ask: 'www',
    verdict: 'secure',
  }),
);

const iterations = [0, 50, 150, 151, 200, 2000].flatMap((count): LabCase[] => {
  const signed = { nsec3: { iterations: count, salt: 'ab' } };
  const verdict = count > 150 ? 'insecure' : 'secure';
  return [
    { zone: `nsec3-${count}`, signed, ask: 'missing', verdict },
    { zone: `nsec3-${count}`, signed, ask: 'www', type: 'CAA', verdict },
    { zone: `nsec3-${count}`, signed, ask: 'www', verdict: 'secure' },
  ];
});

/** The same questions of both kinds of denial. */
const denials = (['nsec', 'nsec3'] as const).flatMap((kind): LabCase[] => {
  const nsec3 = kind === 'nsec3' ? { iterations: 0 } : undefined;
  const signed = { nsec3 };
  const at = (zone: string, tamper: Tamper) => ({ zone: `${kind}-${zone}`, signed: { nsec3, tamper } });
  return [
    { zone: kind, signed, ask: 'missing', verdict: 'secure' },
    { zone: kind, signed, ask: 'a.b.c.missing', verdict: 'secure' },
    { zone: kind, signed, ask: 'www', type: 'CAA', verdict: 'secure' },
    { zone: kind, signed, ask: '', type: 'CAA', verdict: 'secure' },
    { zone: kind, signed, ask: 'empty', verdict: 'secure' },
    { zone: kind, signed, ask: 'missing.empty', verdict: 'secure' },
    { zone: kind, signed, ask: 'any.wild', verdict: 'secure' },
    { zone: kind, signed, ask: 'any.deep.wild', verdict: 'secure' },
    { zone: kind, signed, ask: 'any.wild', type: 'CAA', verdict: 'secure' },
    { zone: kind, signed, ask: 'below.www', verdict: 'secure' },
    { zone: kind, signed, ask: 'x.redirected', verdict: 'secure' },
    {
      ...at('stripped', without('NSEC', 'NSEC3')),
      ask: 'missing',
      verdict: 'bogus',
      cause: 'denial-unproven',
    },
    {
      ...at('stripped', without('NSEC', 'NSEC3')),
      ask: 'www',
      type: 'CAA',
      verdict: 'bogus',
      cause: 'denial-unproven',
    },
    {
      ...at('stripped', without('NSEC', 'NSEC3')),
      ask: 'any.wild',
      verdict: 'bogus',
      cause: 'denial-unproven',
    },
    {
      ...at('unsigned', unsigned(kind.toUpperCase())),
      ask: 'missing',
      verdict: 'bogus',
      cause: 'denial-unproven',
    },
    {
      ...at('broken', broken(kind.toUpperCase())),
      ask: 'missing',
      verdict: 'bogus',
      cause: 'signature-invalid',
    },
    {
      ...at(
        'lie',
        deniedBy((zone) => `www.${zone}`),
      ),
      ask: 'www',
      verdict: 'bogus',
      cause: 'denial-unproven',
    },
    {
      ...at(
        'lie-far',
        deniedBy((zone) => `zzz.${zone}`),
      ),
      ask: 'www',
      verdict: 'bogus',
      cause: 'denial-unproven',
    },
    {
      ...at(
        'lie-apex',
        deniedBy((zone) => zone),
      ),
      ask: 'www',
      verdict: 'bogus',
      cause: 'denial-unproven',
    },
  ];
});

const signatures: readonly LabCase[] = [
  {
    zone: 'expired',
    signed: { inception: -30 * DAY, expiration: -3 * DAY },
    ask: 'www',
    verdict: 'bogus',
    cause: 'signature-expired',
  },
  {
    zone: 'not-yet',
    signed: { inception: 3 * DAY, expiration: 30 * DAY },
    ask: 'www',
    verdict: 'bogus',
    cause: 'signature-not-yet-valid',
  },
  {
    zone: 'broken',
    signed: { tamper: broken('A') },
    ask: 'www',
    verdict: 'bogus',
    cause: 'signature-invalid',
  },
  {
    zone: 'stripped',
    signed: { tamper: unsigned('A') },
    ask: 'www',
    verdict: 'bogus',
    cause: 'signature-missing',
  },
  { zone: 'stripped', signed: { tamper: unsigned('A') }, ask: 'www', type: 'CAA', verdict: 'secure' },
  {
    zone: 'foreign-key',
    signed: { keys: [key], zoneKeys: [other] },
    ask: 'www',
    verdict: 'bogus',
    cause: 'key-missing',
  },
  {
    zone: 'keys-broken',
    signed: { tamper: broken('DNSKEY') },
    ask: 'www',
    verdict: 'bogus',
    cause: 'signature-invalid',
  },
  {
    zone: 'keys-stripped',
    signed: { tamper: without('DNSKEY') },
    ask: 'www',
    verdict: 'bogus',
    cause: 'zone-unsigned',
  },
  {
    zone: 'all-stripped',
    signed: { tamper: without('DNSKEY', 'RRSIG', 'NSEC') },
    ask: 'www',
    verdict: 'bogus',
    cause: 'zone-unsigned',
  },
  {
    zone: 'caa-set',
    signed: {},
    more: ['@ CAA 0 issue amazon.com', '@ CAA 0 issue letsencrypt.org', '@ CAA 0 iodef mailto:a@b.test'],
    ask: '',
    type: 'CAA',
    verdict: 'secure',
  },
  {
    zone: 'mail',
    signed: {},
    more: ['@ MX 10 mail.mail.test', '@ MX 5 b.mail.test', '_x._tcp.@ SRV 1 2 3 b.mail.test'],
    ask: '',
    type: 'MX',
    verdict: 'secure',
  },
  { zone: 'mail', signed: {}, ask: '_x._tcp', type: 'SRV', verdict: 'secure' },
  { zone: 'apex', signed: {}, ask: '', type: 'SOA', verdict: 'secure' },
  { zone: 'apex', signed: {}, ask: '', type: 'NS', verdict: 'secure' },
  { zone: 'apex', signed: {}, ask: '', type: 'DNSKEY', verdict: 'secure' },
  { zone: 'apex', signed: {}, ask: '', type: 'DS', verdict: 'secure' },
];

const delegations: readonly LabCase[] = [
  { zone: 'plain', ask: 'www', verdict: 'insecure' },
  { zone: 'plain', ask: 'missing', verdict: 'insecure' },
  { zone: 'no-ds', signed: { ds: [] }, ask: 'www', verdict: 'insecure' },
  {
    zone: 'ds-mismatch',
    signed: { keys: [key], ds: [other] },
    ask: 'www',
    verdict: 'bogus',
    cause: 'ds-mismatch',
  },
  {
    zone: 'ds-of-neither',
    signed: { keys: [zoneKey, entryKey], also: [entryKey], ds: [other] },
    ask: 'www',
    verdict: 'bogus',
    cause: 'ds-mismatch',
  },
  { zone: 'ds-two', signed: { keys: [key], ds: [other, key] }, ask: 'www', verdict: 'secure' },
  { zone: 'ds-two-digests', signed: { digestTypes: [1, 2] }, ask: 'www', verdict: 'secure' },
  {
    zone: 'ds-weak-only',
    signed: { digestTypes: [1, 2], changeDs: changed(2) },
    ask: 'www',
    verdict: 'secure',
  },
  {
    zone: 'ds-strong-only',
    signed: { digestTypes: [1, 2], changeDs: changed(1) },
    ask: 'www',
    verdict: 'secure',
  },
  { zone: 'algorithm-12', signed: { algorithm: 12 }, ask: 'www', verdict: 'insecure' },
  { zone: 'algorithm-99', signed: { algorithm: 99 }, ask: 'www', verdict: 'insecure' },
  { zone: 'algorithm-253', signed: { algorithm: 253 }, ask: 'missing', verdict: 'insecure' },
  {
    zone: 'digest-200',
    signed: { changeDs: (ds) => ({ ...ds, digestType: 200 }) },
    ask: 'www',
    verdict: 'insecure',
  },
  { zone: 'opt-out', signed: { nsec3: { iterations: 0, optOut: true } }, ask: 'www', verdict: 'secure' },
  {
    zone: 'opt-out',
    signed: { nsec3: { iterations: 0, optOut: true } },
    ask: 'missing',
    verdict: 'insecure',
  },
  {
    zone: 'opt-out',
    signed: { nsec3: { iterations: 0, optOut: true } },
    ask: 'any.wild',
    verdict: 'insecure',
  },
  {
    zone: 'opt-out',
    signed: { nsec3: { iterations: 0, optOut: true } },
    ask: 'www',
    type: 'CAA',
    verdict: 'secure',
  },
  { zone: 'plain.opt-out', ask: 'www', verdict: 'insecure' },
  { zone: 'signed.opt-out', signed: {}, ask: 'www', verdict: 'secure' },
  { zone: 'plain.nsec', ask: 'www', verdict: 'insecure' },
  { zone: 'plain.nsec3', ask: 'www', verdict: 'insecure' },
  { zone: 'signed.nsec3', signed: {}, ask: 'missing', verdict: 'secure' },
];

/** DS records whose digest of that type is of something else. */
function changed(type: number): Signing['changeDs'] {
  return (ds) => (ds.digestType === type ? { ...ds, digest: Buffer.alloc(ds.digest.length) } : ds);
}

/** CVE-2023-50387: keys of one tag, each of which would have to be tried. */
const colliding = [key, ...Array.from({ length: 6 }, () => sameTag(key))];

/** The records of the zone's wildcard at a name that exists, with the wildcard's own signature. */
const replayed: Tamper = (records, { section, signer, name }) => {
  if (!name.startsWith('www.')) return records;
  if (section === 'authority') return signer.denyItself(name);
  const wild: Answer[] = [{ type: 'A', name, ttl: 300, data: '192.0.2.3' }];
  return [...wild, ...signer.sign(wild, `*.${signer.name}`)];
};

/**
 * RFC 4592 4.6: a DS record of a wildcard is meaningless. Here it is well signed, with the proof that the name itself has
 * none. Unbound 1.17.1 takes it; a wildcard at a zone cut cannot have been what the parent meant.
 */
const wildcardDs: Tamper = (records, { section, signer, name, type }) => {
  if (type !== 'DS' || !name.startsWith('child.')) return records;
  if (section === 'authority') return signer.denyItself(name);
  const plain = records.filter((record) => record.type !== 'RRSIG');
  return [...plain, ...signer.sign(plain, `*.${signer.name}`)];
};

/** Signed by a key for a zone that is not one: the host's own name. */
const claimed: Tamper = (records, { section, name }) => {
  if (!name.startsWith('www.') || section !== 'answer') return records;
  const plain = records.filter(({ type }) => type !== 'RRSIG');
  const impostor = new ZoneSigner(name, new Map(), { keys: [key] });
  return [...plain, ...impostor.sign(plain)];
};

const attacks: readonly LabCase[] = [
  { zone: 'wild-ds', signed: { tamper: wildcardDs }, ask: 'www', verdict: 'secure' },
  {
    zone: 'child.wild-ds',
    signed: {},
    ask: 'www',
    verdict: 'bogus',
    cause: 'denial-unproven',
    unbound: 'secure',
  },
  {
    zone: 'claimed',
    signed: { keys: [key], tamper: claimed },
    ask: 'www',
    verdict: 'bogus',
    cause: 'signature-missing',
  },
  {
    zone: 'key-trap',
    signed: { keys: colliding, tamper: broken('A') },
    ask: 'www',
    verdict: 'bogus',
    cause: 'too-much-work',
  },
  ...(['nsec', 'nsec3'] as const).map((kind): LabCase => {
    const nsec3 = kind === 'nsec3' ? { iterations: 0 } : undefined;
    return {
      zone: `${kind}-replay`,
      signed: { nsec3, tamper: replayed },
      more: ['*.@ A 192.0.2.3'],
      ask: 'www',
      verdict: 'bogus',
      cause: 'denial-unproven',
    };
  }),
];

const keys: readonly LabCase[] = [
  {
    zone: 'two-keys',
    signed: { keys: [entryKey, zoneKey], zoneKeys: [zoneKey] },
    ask: 'www',
    verdict: 'secure',
  },
  { zone: 'prepublished', signed: { keys: [key, other] }, ask: 'missing', verdict: 'secure' },
  {
    zone: 'double-signature',
    signed: { keys: [key, other], also: [other], zoneKeys: [key, other] },
    ask: 'www',
    verdict: 'secure',
  },
  { zone: 'double-ds', signed: { keys: [key], ds: [key, other] }, ask: 'www', verdict: 'secure' },
  {
    zone: 'ds-too-early',
    signed: { keys: [key, other], ds: [other] },
    ask: 'www',
    verdict: 'bogus',
    cause: 'key-missing',
  },
  {
    zone: 'algorithm-rollover',
    signed: { keys: [rsaKey, key], also: [key], zoneKeys: [rsaKey, key], ds: [rsaKey] },
    ask: 'www',
    verdict: 'secure',
  },
  {
    zone: 'algorithm-partial',
    signed: { keys: [rsaKey, key], zoneKeys: [rsaKey], ds: [rsaKey] },
    ask: 'www',
    verdict: 'secure',
  },
  {
    zone: 'revoked',
    signed: { keys: [createKey(13, ENTRY | 0x80)] },
    ask: 'www',
    verdict: 'secure',
  },
  {
    zone: 'no-zone-key',
    signed: { keys: [createKey(13, 1)] },
    ask: 'www',
    verdict: 'bogus',
    cause: 'ds-mismatch',
  },
];

const aliases: readonly LabCase[] = [
  {
    zone: 'alias',
    signed: {},
    more: [
      'secure.@ CNAME www.nsec.test',
      'insecure.@ CNAME www.plain.test',
      'bogus.@ CNAME www.broken.test',
      'nowhere.@ CNAME missing.nsec3.test',
      'inside.@ CNAME www.@',
      '*.star.@ CNAME www.nsec.test',
      'loop.@ CNAME loop2.@',
      'missing-bogus.@ CNAME missing.nsec-broken.test',
      'escaped.@ CNAME back\\slash.@',
      'escaped-far.@ CNAME back\\slash.nsec3.test',
      'back\\slash.@ A 192.0.2.5',
    ],
    ask: 'secure',
    verdict: 'secure',
  },
  { zone: 'alias', ask: 'insecure', verdict: 'insecure' },
  { zone: 'alias', ask: 'bogus', verdict: 'bogus', cause: 'signature-invalid' },
  { zone: 'alias', ask: 'nowhere', verdict: 'secure' },
  { zone: 'alias', ask: 'inside', verdict: 'secure' },
  { zone: 'alias', ask: 'escaped', verdict: 'secure' },
  { zone: 'alias', ask: 'escaped', type: 'CAA', verdict: 'secure' },
  { zone: 'alias', ask: 'escaped-far', verdict: 'secure' },
  { zone: 'alias-plain', ask: 'escaped', verdict: 'insecure' },
  { zone: 'alias', ask: 'inside', type: 'CAA', verdict: 'secure' },
  { zone: 'alias', ask: 'any.star', verdict: 'secure' },
  { zone: 'alias', ask: 'secure', type: 'CNAME', verdict: 'secure' },
  { zone: 'alias', ask: 'missing-bogus', verdict: 'bogus', cause: 'signature-invalid' },
  {
    zone: 'alias-broken',
    signed: { tamper: broken('CNAME') },
    more: ['www2.@ CNAME www.nsec.test'],
    ask: 'www2',
    verdict: 'bogus',
    cause: 'signature-invalid',
  },
  // The end of the alias is above it, as that of a DNAME is.
  {
    zone: 'alias-broken',
    more: ['up.@ CNAME @', '@ A 192.0.2.9'],
    ask: 'up',
    verdict: 'bogus',
    cause: 'signature-invalid',
  },
  {
    zone: 'alias-plain',
    more: ['secure.@ CNAME www.nsec.test', 'bogus.@ CNAME www.broken.test', 'escaped.@ CNAME back\\slash.@'],
    ask: 'secure',
    verdict: 'insecure',
  },
  { zone: 'alias-plain', ask: 'bogus', verdict: 'bogus', cause: 'signature-invalid' },
  {
    zone: 'dname-broken',
    signed: { tamper: broken('DNAME') },
    ask: 'x.redirected',
    verdict: 'bogus',
    cause: 'signature-invalid',
  },
];

export const labCases: readonly LabCase[] = [
  ...algorithms,
  ...digests,
  ...iterations,
  ...denials,
  ...signatures,
  ...delegations,
  ...keys,
  ...attacks,
  ...aliases,
];

export function questionOf({ zone, ask, type = 'A' }: LabCase): { name: string; type: string } {
  return { name: [ask, zone, 'test'].filter(Boolean).join('.'), type };
}

/** What each zone has. */
const records = [
  'www.@ A 192.0.2.1',
  'www.@ A 192.0.2.2',
  'x.empty.@ A 192.0.2.1',
  '*.wild.@ A 192.0.2.3',
  'redirected.@ DNAME target.@',
  'x.target.@ A 192.0.2.4',
];

export const labInternet: Internet = {
  '': { on: [SERVER], signed: {} },
  test: { on: [SERVER], signed: {} },
  ...Object.fromEntries(zonesOf(labCases)),
};

/** A zone of several cases has the records and the signing of those that name them. */
function zonesOf(cases: readonly LabCase[]): [string, TestZone][] {
  return [...Map.groupBy(cases, ({ zone }) => zone)].map(([label, all]) => {
    const name = `${label}.test`;
    const more = all.flatMap((one) => one.more ?? []);
    const signed = all.find((one) => one.signed !== undefined)?.signed;
    return [
      name,
      { on: [SERVER], signed, records: [...records, ...more].map((line) => line.replaceAll('@', name)) },
    ];
  });
}
