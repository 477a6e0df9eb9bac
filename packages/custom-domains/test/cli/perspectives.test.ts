// `custom-domains check --perspective` and `--merge`: what several resolvers see, over real sockets.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/cli/folder.ts';
import type { Finding } from '../../src/preflight/finding.ts';
import { type Misbehaviour, startDns, type TestDns } from '../preflight/dns-server.ts';
import { AWAY, firstOf, RESOLVER, responds, when } from '../preflight/scenario.ts';
import { runCli } from './run-cli.ts';

const HOST = 'shop.example.com';
const VALIDATION = `--validation _v.${HOST}=_x.acm-validations.aws`;
const ACCOUNT = 'https://ca.test/acct/1';
const BASE = [`${HOST} A 192.0.2.1`, `_v.${HOST} CNAME _x.acm-validations.aws`];
const allowing = (...issuers: readonly string[]) =>
  BASE.concat(issuers.map((issuer) => `example.com CAA 0 issue ${issuer}`));
const looping = [`${HOST} CNAME ${HOST}`, `_v.${HOST} CNAME _x.acm-validations.aws`];
const persists = (account: string) => `_validation-persist.${HOST} TXT sectigo.com; accounturi=${account}`;

/** By name: the records that somebody there sees. */
const SEEN = {
  here: [...BASE, persists(ACCOUNT)],
  same: [...BASE, persists(ACCOUNT)],
  away: [`${HOST} A 192.0.2.9`, ...BASE.slice(1), persists(ACCOUNT)],
  closed: [`_v.${HOST} CNAME _x.acm-validations.aws`, persists(ACCOUNT)],
  strict: [...BASE, persists(ACCOUNT), 'example.com CAA 0 issue ca.test'],
  lagging: [`${HOST} A 192.0.2.1`, persists('https://ca.test/acct/2')],
  ab: allowing('a.test', 'b.test', 'c.test'),
  bc: allowing('b.test', 'c.test', 'a.test'),
  ca: allowing('c.test', 'a.test', 'b.test'),
  ...{ loop: looping, loop2: looping, loop3: looping },
  // Of a zone of its own, whose server refuses.
  ...{ lame: [], lame2: [], lame3: [] },
} as const;
type Place = keyof typeof SEEN | 'silent';
const refuses = firstOf(
  when({ to: AWAY, within: HOST }, responds('REFUSED')),
  when({ to: RESOLVER, within: `ns1.${HOST}` }, (reply) => [reply]),
  when({ to: RESOLVER, within: HOST }, responds('SERVFAIL')),
);

function misbehaviourOf(place: string): Misbehaviour | undefined {
  if (place === 'silent') return () => [];
  return place.startsWith('lame') ? refuses : undefined;
}

const started = Object.entries({ ...SEEN, silent: [] }).map(async ([name, records]) => {
  const on = ['127.0.0.11'];
  const zones = { 'example.com': { on, records }, 'acm-validations.aws': { on } };
  const misbehave = misbehaviourOf(name);
  const isLame = misbehave === refuses;
  const dns = await startDns(isLame ? { ...zones, [HOST]: { on: [AWAY] } } : zones, { misbehave });
  return [name, dns] as const;
});
const all = Object.fromEntries(await Promise.all(started)) as Record<Place, TestDns>;
afterAll(() => Promise.all(Object.values(all).map((dns) => dns.close())));

const run = (place: Place, args: string) =>
  runCli(['check', HOST, ...args.split(' '), '--resolver', all[place].resolver, '--timeout', '0.2']);

interface Report {
  readonly hosts: readonly { readonly findings: readonly Finding[] }[];
}

const codesOf = (out: string) =>
  (JSON.parse(out) as Report).hosts.flatMap(({ findings }) =>
    findings.map(({ severity, code }) => `${severity} ${code}`),
  );

const ACM = `--authority amazon ${VALIDATION}`;
const HTTP = '--authority google --method http-01';
const PERSIST = `--authority sectigo --method dns-persist-01 --account-uri ${ACCOUNT}`;
const [BLOCKED, WARNS] = ['blocked perspectives-disagree', 'warning perspectives-disagree'];

describe('--perspective, and the reports of as many machines', () => {
  test.each<[string, string, readonly [Place, ...Place[]], readonly string[], number]>([
    ['all see the same', ACM, ['here', 'same', 'same'], [], 0],
    // Unbound 1.17 and BIND 9.18 turn a set with each response.
    ['CAA in another order', ACM, ['ab', 'bc', 'ca'], ['blocked caa-blocks-authority'], 1],
    ['a loop', ACM, ['loop', 'loop2', 'loop3'], ['blocked cname-loop'], 1],
    ['a lame delegation', ACM, ['lame', 'lame2', 'lame3'], ['blocked lame-delegation'], 1],
    ['CAA of one of two forbids', ACM, ['here', 'same', 'strict'], [WARNS], 0],
    ['CAA of two forbids', ACM, ['here', 'strict', 'same', 'strict'], [BLOCKED], 1],
    ['no validation record at two of three', ACM, ['here', 'lagging', 'same', 'lagging'], [BLOCKED], 1],
    ['another account at one of two', PERSIST, ['here', 'same', 'lagging'], [WARNS], 0],
    ['another account at two of two', PERSIST, ['here', 'lagging', 'lagging'], [BLOCKED], 1],
    ['no address at two, for http-01', HTTP, ['here', 'closed', 'closed'], [BLOCKED], 1],
    ['other addresses, for http-01', HTTP, ['here', 'away', 'same'], [WARNS], 0],
    ['other addresses, for a record', ACM, ['here', 'away', 'same'], ['info perspectives-disagree'], 0],
    ['it forbids here alone', ACM, ['strict', 'here', 'same'], ['blocked caa-blocks-authority', WARNS], 1],
  ])('%s', async (_, args, [here, ...places], codes, status) => {
    const given = places.map((place, index) => `--perspective ${place}${index}=${all[place].resolver}`);
    // One resolver has one cache, and so counts once.
    const isOnce = new Set(places).size === places.length;
    const direct = isOnce ? await run(here, `${args} ${given.join(' ')} --json`) : undefined;
    if (direct) expect([codesOf(direct.out), direct.status]).toEqual([codes, status]);
    const reports = [here, ...places].map(async (place, index) => {
      return [`${index}-${place}.json`, (await run(place, `${args} --json`)).out] as const;
    });
    const files = Object.fromEntries(await Promise.all(reports));
    const folder = temporaryFolder(files);
    const paths = Object.keys(files).map((name) => join(folder, name));
    const merged = await runCli(['check', '--merge', ...paths, '--json']);
    expect([merged.err, codesOf(merged.out), merged.status]).toEqual(['', codes, status]);
  });

  test.each<[string, readonly Place[], readonly string[], number]>([
    ['one of two is silent: a warning', ['same', 'silent'], [WARNS], 0],
    ['one forbids, and one is silent: nobody knows', ['strict', 'silent'], ['blocked dns-unreadable'], 3],
  ])('%s', async (_, places, codes, status) => {
    const given = places.map((place) => `--perspective ${place}=${all[place].resolver}`);
    const { out, status: own } = await run('here', `${ACM} ${given.join(' ')} --json`);
    expect([codesOf(out), own]).toEqual([codes, status]);
    expect(out).toContain('"fix": "check that each resolver responds');
  });

  test('who sees what is said in the text', async () => {
    const given = `--perspective tokyo=${all.strict.resolver} --perspective ohio=${all.away.resolver}`;
    const { out } = await run('here', `${ACM} ${given}`);
    for (const part of [
      'here: may issue, 192.0.2.1',
      'tokyo: example.com allows only ca.test',
      'ohio: may issue, 192.0.2.9',
    ])
      expect(out.replace(/\s+/g, ' ')).toContain(part);
  });
});

test('a resolver of a perspective that is none is refused by its option', async () => {
  const { err, status } = await run('here', `${ACM} --perspective a=resolver.test --perspective b=192.0.2.2`);
  expect([err, status]).toEqual([expect.stringContaining('for example --perspective a=1.1.1.1'), 2]);
});

const report = (change: object = {}, host: object = {}) =>
  JSON.stringify({
    authority: { id: 'amazon', methods: ['dns'] },
    hosts: [{ host: HOST, findings: [], sees: { refuses: [], unread: [], addresses: [] }, ...host }],
    ...change,
  });
const UNSEEN = { code: 'dns-unreadable', severity: 'blocked', found: '', why: '', fix: '', records: [] };
const GOOGLE = report({ authority: { id: 'google', methods: [] } });
const [GOOD, NONE, OTHER] = [report(), 'is not a report of check --json', 'is of another authority'];
test.each<[string, readonly string[], string]>([
  ['two', [GOOD, GOOD], 'These are 2 reports.\n  give those of three machines or more'],
  ['what is not JSON', [GOOD, GOOD, '{'], `c.json ${NONE}`],
  ['a plan', [GOOD, GOOD, '{"hosts": 1}'], `c.json ${NONE}`],
  ['one of no hosts', [report({ hosts: [] }), GOOD, GOOD], `a.json ${NONE}`],
  ['one of an older version', [GOOD, GOOD, report({}, { sees: undefined })], `c.json ${NONE}`],
  ['a finding that is none', [report({}, { findings: [{ code: 'x' }] }), GOOD, GOOD], `a.json ${NONE}`],
  [
    'a command that is none',
    [report({}, { findings: [{ ...UNSEEN, command: 5 }] }), GOOD, GOOD],
    `a.json ${NONE}`,
  ],
  ['another authority', [GOOD, GOOD, GOOGLE], `c.json ${OTHER}`],
  ['other hosts', [GOOD, GOOD, report({}, { host: 'b.example.com' })], `c.json ${OTHER}`],
  ['files that are not there', ['/none', '/none2', '/none3'], '/none is not there'],
  ['two of one name', ['a.json', 'b', 'x/a.json'], 'The report a is given twice'],
])('--merge refuses %s', async (_, given, message) => {
  const folder = temporaryFolder();
  // A report in place of a file's name is written to one.
  const files = given.map((text, index) => {
    if (!text.startsWith('{')) return text;
    const file = join(folder, `${'abc'[index]}.json`);
    writeFileSync(file, text);
    return file;
  });
  const { err, status } = await runCli(['check', '--merge', ...files]);
  expect(err).toContain(message);
  expect(status).toBe(2);
});
