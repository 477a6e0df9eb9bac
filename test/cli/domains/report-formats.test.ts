// A report with everything that one can have, as text, Markdown and JSON: a word that changes is seen here.
import { command } from '@petstore/custom-domains/output';
import type { Finding } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import { reportJson } from '../../../cli/domains/formats/json.ts';
import { problemBlocks, reportBlocks } from '../../../cli/domains/formats/markdown.ts';
import { reportText } from '../../../cli/domains/formats/text.ts';
import type { HostReport } from '../../../cli/domains/hosts.ts';
import type { StackReport } from '../../../cli/domains/inspect.ts';
import type { RemovedHostReport } from '../../../cli/domains/removed.ts';
import type { HostPlan } from '../../../infra/plan/types.ts';
import { OUTPUT } from '../../infra/hosts/readings.ts';

const planOf = (host: string, parts: Partial<HostPlan> = {}): HostPlan => ({
  ...{ host, site: 'docs', role: 'domain', apex: false, target: 'distribution' },
  ...{ zone: { provider: 'route53', name: 'shop.example' }, certificateRegion: 'us-east-1', ...parts },
});
const external = { provider: 'external', verified: false } as const;

type Found = readonly [severity: Finding['severity'], code: Finding['code']];

/** A notice has no records. */
const findingOf = (host: string, [severity, code]: Found): Finding => ({
  ...{ severity, code, host, found: `what is found at ${host}`, why: 'the reason', fix: 'what to do' },
  records:
    severity === 'info' ? [] : [{ action: 'remove', name: host, type: 'A', value: '192.0.2.1', ttl: 600 }],
});

/** `found`: its one finding. */
function hostOf(host: string, parts: Partial<HostReport> = {}, found?: Found, plan: Partial<HostPlan> = {}) {
  return {
    ...{ plan: planOf(host, plan), state: 'declared', next: [] },
    summary: 'Route 53 · Amazon may issue (no CAA) · no conflicts',
    findings: found ? [findingOf(host, found)] : [],
    ...parts,
  } as HostReport;
}

const removedOf = (host: string, parts: Partial<RemovedHostReport> = {}): RemovedHostReport => ({
  ...{ host, site: 'docs', role: 'domain', keepBy: 'redirect', isDeployed: true, isServing: true },
  ...{ keep: command`npm run domains -- redirect ${host} --to shop.example`, findings: [], ...parts },
});

const EMPTY: StackReport = { stack: 'production', hosts: [], removed: [], notes: [], status: 0 };

const CONFLICT = ['blocked', 'conflicting-record'] as const;
const UNREAD = ['blocked', 'dns-unreadable'] as const;
const redirecting = { redirect: { to: 'https://shop.example', status: 308 } } as const;
const HOSTS = [
  hostOf('ready.shop.example', { change: 'added' }),
  hostOf('live.shop.example', { state: 'live', output: OUTPUT }, ['info', 'already-configured']),
  hostOf('warned.shop.example', { change: 'added' }, ['warning', 'caa-blocks-authority']),
  hostOf('blocked.shop.example', { change: 'added', state: 'blocked' }, CONFLICT),
  hostOf('serving.shop.example', { output: OUTPUT }, CONFLICT),
  hostOf('unread.shop.example', {}, UNREAD),
  hostOf('unread-live.shop.example', { output: OUTPUT }, UNREAD),
  hostOf('unread-changed.shop.example', { change: 'changed' }, UNREAD),
  hostOf('changed.shop.example', { change: 'changed' }, ['info', 'remembered-for'], {
    ...{ role: 'redirect', ...redirecting, zone: external },
  }),
  hostOf(
    'shop.partner.example',
    {
      ...{ state: 'awaiting-dns', output: OUTPUT },
      next: [
        { when: 'its owner sets the records', command: command`npm run domains -- records HOST` },
        { when: 'once they are set', command: command`npm run domains -- verify HOST` },
      ],
    },
    undefined,
    { zone: external },
  ),
];

const REMOVED = [
  removedOf('old.shop.example', {
    refused: 'production refuses to remove it until Pulumi.production.yaml confirms it',
    confirm: {
      file: 'Pulumi.production.yaml',
      text: 'petstore:removals: [gone.shop.example, old.shop.example]',
    },
  }),
  removedOf('was.shop.example', {
    ...{ role: 'redirect', keepBy: 'declaration', keep: command`npm run domains -- add was.shop.example` },
    findings: [findingOf('was.shop.example', ['warning', 'target-claimable'])],
  }),
  removedOf('moved.shop.example', {
    ...{ to: 'staging', keepBy: 'move' },
    keep: command`npm run domains -- move moved.shop.example --stack staging`,
  }),
  removedOf('left.partner.example', {
    owners: {
      what: 'its owner deletes its records too: after the removal they lead to nothing',
      records: ['remove  left.partner.example. 300 IN CNAME d1.cloudfront.net.'],
    },
  }),
];

const checkOf = (stack: string) => command`npm run domains -- check --stack ${stack} --base origin/main`;
const EVERYTHING: StackReport = {
  ...{ ...EMPTY, base: 'origin/main', hosts: HOSTS, removed: REMOVED, status: 1 },
  notes: ['the outputs of production are not known here'],
  others: [
    { stack: 'staging', change: 'changed', isRefused: false, command: checkOf('staging') },
    { stack: 'old', change: 'removed', isRefused: true, command: checkOf('old') },
  ],
};

const golden = (name: string) => `../../golden/domains/${name}`;
const plain = { color: false, width: 100 };
const reportMarkdown = (report: StackReport) =>
  reportBlocks(report)
    .map(({ text }) => text)
    .join('\n\n');

test('everything that a report has, as text and as Markdown', async () => {
  await expect(`${reportText(EVERYTHING, plain)}\n`).toMatchFileSnapshot(golden('everything.txt'));
  await expect(`${reportMarkdown(EVERYTHING)}\n`).toMatchFileSnapshot(golden('everything.md'));
});

test('without a base, a report has the number of hosts', () => {
  const report = { ...EMPTY, hosts: HOSTS.slice(0, 2) };
  const healthy = 'Route 53 · Amazon may issue (no CAA) · no conflicts';
  expect(String(reportText(report, plain)).split('\n')).toEqual([
    'production: 2 hosts',
    '',
    `  ✓ ready.shop.example  ready. ${healthy}`,
    `  ✓ live.shop.example   live. ${healthy}`,
    '      already-configured        what is found at live.shop.example',
  ]);
  expect(String(reportMarkdown(report)).split('\n')).toEqual([
    '### Domains of production: 2 hosts',
    '',
    '#### ✅ No warnings',
    '',
    `- \`ready.shop.example\` added (docs, domain): ready. ${healthy}`,
    `- \`live.shop.example\` (docs, domain): live. ${healthy}`,
    '  - **already-configured** what is found at live.shop.example.',
  ]);
});

test.each([
  ['a quota', 'blocked', 'quota'],
  ['its zone', 'warning', 'zone-unconfirmed'],
  ['its servers', 'blocked', 'dns-unreadable'],
] as const)('hosts share a finding of %s: what to do stands once, below the last', (_, severity, code) => {
  const same = (host: string) => ({ ...findingOf(host, [severity, code]), records: [] });
  const hosts = ['a.dev', 'b.dev', 'c.dev'].map((host) => hostOf(host, { findings: [same(host)] }));
  const report = { ...EMPTY, hosts, status: 1 } as const;
  for (const text of [String(reportText(report, plain)), String(reportMarkdown(report))]) {
    expect(text.match(/what is found at/g)).toHaveLength(3);
    expect(text.match(/what to do/g)).toHaveLength(1);
    expect(text).toMatch(/at c\.dev[\s\S]*the reason[\s\S]*what to do/);
  }
});

test('JSON has the findings and next steps of each host, what is removed and the other stacks', async () => {
  const { hosts, removed, ...rest } = JSON.parse(String(reportJson(EVERYTHING)));
  const [left] = removed.slice(-1);
  const model = { ...rest, hosts: [hosts[3], hosts.at(-1)], removed: [removed[0], left] };
  await expect(`${JSON.stringify(model, null, 2)}\n`).toMatchFileSnapshot(golden('report.json.txt'));
  expect([hosts.length, removed.length]).toEqual([HOSTS.length, REMOVED.length]);
});

test('the problems of a config', async () => {
  const what = 'has the unknown key "a"';
  const problem = { code: 'unknown-key', path: 'petstore:docs', what, fix: 'remove it' };
  const place = { line: 3, column: 5 };
  const blocks = (...problems: Parameters<typeof problemBlocks>[1]) =>
    problemBlocks('production', problems)
      .map(({ text }) => text)
      .join('\n\n');
  const command = 'npm run domains -- move "a b" --write';
  const fixes = ['did you mean petstore:api?', 'write petstore:plan: pro'];
  const texts = [
    blocks(problem),
    blocks({ ...problem, place }, { ...problem, fix: `run ${command}`, commands: [command] }),
    blocks(...fixes.map((fix) => ({ ...problem, fix }))),
  ];
  await expect(`${texts.join('\n\n---\n\n')}\n`).toMatchFileSnapshot(golden('problems.md'));
});
