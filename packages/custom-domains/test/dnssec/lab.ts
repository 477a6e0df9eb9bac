// The lab: zones that are signed in every way that decides a verdict, the question to ask of each, and the verdict.
import type { Answer } from 'dns-packet';
import type { FaultCause } from '../../src/dnssec/verdict.ts';
import type { Internet, TestZone } from '../preflight/internet.ts';
import { createKey, ENTRY, type Signing, sameTag, type Tamper, ZONE, ZoneSigner } from './zone-signer.ts';

interface LabCase {
  /** The zone is `<zone>.test`. */
  readonly zone: string;
  readonly signed?: Signing;
  readonly name: string;
  readonly type: string;
  /** A cause is that of a bogus one. */
  readonly expected: 'secure' | 'insecure' | FaultCause;
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
    records.filter((record) => !types.includes(record.type) && !types.includes(covered(record)));

/** Of a signature. */
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

/** Says that a name which exists does not, with the proof for the one with these labels in its zone. */
const deniedBy =
  (labels: string): Tamper =>
  (records, { section, signer, name }) => {
    if (!name.startsWith('www.')) return records;
    return section === 'answer' ? [] : signer.deny(`${labels}${signer.name}`, undefined);
  };

/** PowerDNS 4.7.3 without dname-processing: nothing is below the DNAME, and the proof shows it. */
export const withoutDname: Tamper = (records, { section, signer, name }) => {
  if (!name.startsWith('x.redirected.')) return records;
  return section === 'answer' ? [] : signer.deny(name, undefined);
};

/** The records of the zone's wildcard at a name that exists, with the wildcard's own signature. */
const replayed: Tamper = (records, { section, signer, name }) => {
  if (!name.startsWith('www.')) return records;
  if (section === 'authority') return signer.denyItself(name);
  const wild: Answer[] = [{ type: 'A', name, ttl: 300, data: '192.0.2.3' }];
  return [...wild, ...signer.sign(wild, `*.${signer.name}`)];
};

/** The labels in front of the zone, and the type where it is not A; with what is expected. */
type Questions = Readonly<Record<string, LabCase['expected']>>;

function lab(zone: string, signed: Signing | undefined, questions: Questions): LabCase[] {
  return Object.entries(questions).map(([ask, expected]) => {
    const [labels, type = 'A'] = ask.split(' ');
    return { zone, signed, name: [labels, zone, 'test'].filter(Boolean).join('.'), type, expected };
  });
}

const algorithms = [5, 7, 8, 10, 13, 14, 15, 16].flatMap((algorithm) =>
  lab(`algorithm-${algorithm}`, { algorithm }, { www: 'secure' }),
);

const digests = [1, 2, 4].flatMap((digestType) =>
  lab(`digest-${digestType}`, { digestTypes: [digestType] }, { www: 'secure' }),
);

const iterations = [0, 50, 150, 151, 200, 2000].flatMap((count) => {
  const denied = count > 150 ? 'insecure' : 'secure';
  const nsec3 = { iterations: count, salt: 'ab' };
  return lab(`nsec3-${count}`, { nsec3 }, { missing: denied, 'www CAA': denied, www: 'secure' });
});

/** The same questions of both kinds of denial. */
const denials = (['nsec', 'nsec3'] as const).flatMap((kind): LabCase[] => {
  const nsec3 = kind === 'nsec3' ? { iterations: 0 } : undefined;
  const at = (zone: string, tamper: Tamper, questions: Questions) =>
    lab(`${kind}-${zone}`, { nsec3, tamper }, questions);
  const unproven = { www: 'denial-unproven' } as const;
  const names = ['missing', 'a.b.c.missing', 'www CAA', ' CAA', 'empty', 'missing.empty', 'any.wild'];
  const more = ['any.deep.wild', 'any.wild CAA', 'below.www', 'x.redirected'];
  return [
    ...lab(kind, { nsec3 }, Object.fromEntries([...names, ...more].map((name) => [name, 'secure']))),
    ...at('stripped', without('NSEC', 'NSEC3'), {
      ...{ missing: 'denial-unproven', 'www CAA': 'denial-unproven', 'any.wild': 'denial-unproven' },
    }),
    ...at('unsigned', unsigned(kind.toUpperCase()), { missing: 'denial-unproven' }),
    ...at('broken', broken(kind.toUpperCase()), { missing: 'signature-invalid' }),
    ...at('lie', deniedBy('www.'), unproven),
    ...at('lie-far', deniedBy('zzz.'), unproven),
    ...at('lie-apex', deniedBy(''), unproven),
    ...at('replay', replayed, unproven),
    ...at('dname-ignored', withoutDname, { 'x.redirected': 'dname-ignored' }),
  ];
});

const signatures: readonly LabCase[] = [
  ...lab('expired', { inception: -30 * DAY, expiration: -3 * DAY }, { www: 'signature-expired' }),
  ...lab('not-yet', { inception: 3 * DAY, expiration: 30 * DAY }, { www: 'signature-not-yet-valid' }),
  ...lab('broken', { tamper: broken('A') }, { www: 'signature-invalid' }),
  ...lab('stripped', { tamper: unsigned('A') }, { www: 'signature-missing', 'www CAA': 'secure' }),
  ...lab('foreign-key', { keys: [key], zoneKeys: [other] }, { www: 'key-missing' }),
  ...lab('keys-broken', { tamper: broken('DNSKEY') }, { www: 'signature-invalid' }),
  ...lab('keys-stripped', { tamper: without('DNSKEY') }, { www: 'zone-unsigned' }),
  ...lab('all-stripped', { tamper: without('DNSKEY', 'RRSIG', 'NSEC') }, { www: 'zone-unsigned' }),
  ...lab('caa-set', {}, { ' CAA': 'secure' }),
  ...lab('mail', {}, { ' MX': 'secure', '_x._tcp SRV': 'secure' }),
  ...lab('apex', {}, { ' SOA': 'secure', ' NS': 'secure', ' DNSKEY': 'secure', ' DS': 'secure' }),
];

/** DS records whose digest of that type is of something else. */
function changed(type: number): Signing['changeDs'] {
  return (ds) => (ds.digestType === type ? { ...ds, digest: Buffer.alloc(ds.digest.length) } : ds);
}

const OPT_OUT = { nsec3: { iterations: 0, optOut: true } };

const TWO_KEYS = { keys: [zoneKey, entryKey], also: [entryKey], ds: [other] };

const delegations: readonly LabCase[] = [
  ...lab('plain', undefined, { www: 'insecure', missing: 'insecure' }),
  ...lab('no-ds', { ds: [] }, { www: 'insecure' }),
  ...lab('ds-mismatch', { keys: [key], ds: [other] }, { www: 'ds-mismatch' }),
  ...lab('ds-of-neither', TWO_KEYS, { www: 'ds-mismatch' }),
  ...lab('ds-two', { keys: [key], ds: [other, key] }, { www: 'secure' }),
  ...lab('ds-two-digests', { digestTypes: [1, 2] }, { www: 'secure' }),
  ...lab('ds-weak-only', { digestTypes: [1, 2], changeDs: changed(2) }, { www: 'secure' }),
  ...lab('ds-strong-only', { digestTypes: [1, 2], changeDs: changed(1) }, { www: 'secure' }),
  ...lab('algorithm-12', { algorithm: 12 }, { www: 'insecure' }),
  ...lab('algorithm-99', { algorithm: 99 }, { www: 'insecure' }),
  ...lab('algorithm-253', { algorithm: 253 }, { missing: 'insecure' }),
  ...lab('digest-200', { changeDs: (ds) => ({ ...ds, digestType: 200 }) }, { www: 'insecure' }),
  ...lab('opt-out', OPT_OUT, { www: 'secure', 'www CAA': 'secure' }),
  ...lab('opt-out', OPT_OUT, { missing: 'insecure', 'any.wild': 'insecure' }),
  ...lab('plain.opt-out', undefined, { www: 'insecure' }),
  ...lab('signed.opt-out', {}, { www: 'secure' }),
  ...lab('plain.nsec', undefined, { www: 'insecure' }),
  ...lab('plain.nsec3', undefined, { www: 'insecure' }),
  ...lab('signed.nsec3', {}, { missing: 'secure' }),
];

/** CVE-2023-50387: keys of one tag, each of which would have to be tried. */
const colliding = [key, ...Array.from({ length: 6 }, () => sameTag(key))];

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
  ...lab('wild-ds', { tamper: wildcardDs }, { www: 'secure' }),
  ...lab('child.wild-ds', {}, { www: 'denial-unproven' }),
  ...lab('claimed', { keys: [key], tamper: claimed }, { www: 'signature-missing' }),
  ...lab('key-trap', { keys: colliding, tamper: broken('A') }, { www: 'too-much-work' }),
];

const BOTH = [key, other];
const RSA_TOO = [rsaKey, key];
const SECURE: Questions = { www: 'secure' };

const keys: readonly LabCase[] = [
  ...lab('two-keys', { keys: [entryKey, zoneKey], zoneKeys: [zoneKey] }, { www: 'secure' }),
  ...lab('prepublished', { keys: [key, other] }, { missing: 'secure' }),
  ...lab('double-signature', { keys: BOTH, also: [other], zoneKeys: BOTH }, { www: 'secure' }),
  ...lab('double-ds', { keys: [key], ds: [key, other] }, { www: 'secure' }),
  ...lab('ds-too-early', { keys: [key, other], ds: [other] }, { www: 'key-missing' }),
  ...lab('algorithm-rollover', { keys: RSA_TOO, also: [key], zoneKeys: RSA_TOO, ds: [rsaKey] }, SECURE),
  ...lab('algorithm-partial', { keys: [rsaKey, key], zoneKeys: [rsaKey], ds: [rsaKey] }, { www: 'secure' }),
  ...lab('revoked', { keys: [createKey(13, ENTRY | 0x80)] }, { www: 'secure' }),
  ...lab('no-zone-key', { keys: [createKey(13, 1)] }, { www: 'ds-mismatch' }),
];

const ALIASED = ['secure', 'nowhere', 'inside', 'escaped', 'escaped CAA', 'escaped-far', 'inside CAA'];

const aliases: readonly LabCase[] = [
  ...lab(
    'alias',
    {},
    {
      ...Object.fromEntries([...ALIASED, 'any.star', 'secure CNAME'].map((ask) => [ask, 'secure'])),
      ...{ insecure: 'insecure', bogus: 'signature-invalid', 'missing-bogus': 'signature-invalid' },
    },
  ),
  // The end of the second alias is above it, as that of a DNAME is.
  ...lab('alias-broken', { tamper: broken('CNAME') }, { www2: 'signature-invalid', up: 'signature-invalid' }),
  ...lab('alias-plain', undefined, { secure: 'insecure', escaped: 'insecure', bogus: 'signature-invalid' }),
  ...lab('dname-broken', { tamper: broken('DNAME') }, { 'x.redirected': 'signature-invalid' }),
];

export const labCases: readonly LabCase[] = [
  ...[...algorithms, ...digests, ...iterations, ...denials, ...signatures],
  ...[...delegations, ...keys, ...attacks, ...aliases],
];

/** What each zone has; `@` is its name. */
const RECORDS = [
  'www.@ A 192.0.2.1',
  'www.@ A 192.0.2.2',
  'x.empty.@ A 192.0.2.1',
  '*.wild.@ A 192.0.2.3',
  'redirected.@ DNAME target.@',
  'x.target.@ A 192.0.2.4',
];

const TO_NSEC = 'secure.@ CNAME www.nsec.test';
const TO_BROKEN = 'bogus.@ CNAME www.broken.test';

/** What some zones have beside that. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'caa-set': ['@ CAA 0 issue amazon.com', '@ CAA 0 issue letsencrypt.org', '@ CAA 0 iodef mailto:a@b.test'],
  mail: ['@ MX 10 mail.mail.test', '@ MX 5 b.mail.test', '_x._tcp.@ SRV 1 2 3 b.mail.test'],
  'nsec-replay': ['*.@ A 192.0.2.3'],
  'nsec3-replay': ['*.@ A 192.0.2.3'],
  alias: [
    TO_NSEC,
    TO_BROKEN,
    'insecure.@ CNAME www.plain.test',
    'nowhere.@ CNAME missing.nsec3.test',
    'inside.@ CNAME www.@',
    '*.star.@ CNAME www.nsec.test',
    'loop.@ CNAME loop2.@',
    'missing-bogus.@ CNAME missing.nsec-broken.test',
    'escaped.@ CNAME back\\slash.@',
    'escaped-far.@ CNAME back\\slash.nsec3.test',
    'back\\slash.@ A 192.0.2.5',
  ],
  'alias-broken': ['www2.@ CNAME www.nsec.test', 'up.@ CNAME @', '@ A 192.0.2.9'],
  'alias-plain': [TO_NSEC, TO_BROKEN, 'escaped.@ CNAME back\\slash.@'],
};

export const labInternet: Internet = {
  '': { on: [SERVER], signed: {} },
  test: { on: [SERVER], signed: {} },
  ...Object.fromEntries(labCases.map(({ zone, signed }) => [`${zone}.test`, zoneOf(zone, signed)])),
};

function zoneOf(zone: string, signed: Signing | undefined): TestZone {
  const records = [...RECORDS, ...(MORE[zone] ?? [])];
  return { on: [SERVER], signed, records: records.map((line) => line.replaceAll('@', `${zone}.test`)) };
}
