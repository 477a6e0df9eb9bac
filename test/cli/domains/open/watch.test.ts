// What the pages know of the stacks, and when they read it; and what they decide by themselves: the form, the order of hosts, what each
// name server has.
import { beforeEach, expect, test, vi } from 'vitest';
import type { SharedOptions } from '../../../../cli/domains/context.ts';
import type { HostReport } from '../../../../cli/domains/hosts.ts';
import { openStacks, type Stacks, type StackView } from '../../../../cli/domains/open/live/stacks.ts';
import { foundRecords, recordsToSet, stateOf } from '../../../../cli/domains/open/pages/components.ts';
import type { TestDns } from '../../../../packages/custom-domains/test/preflight/dns-server.ts';
import { fixtureForEach, outputsOf, silentIo } from '../harness.ts';

const HOST = 'shop.partner.example';
const FILE = `config:
  aws:region: eu-west-1
  petstore:plan: pro
  petstore:docs:
    primary: ${HOST}
`;
const TWO = FILE.concat('    domains: [www.partner.example]\n');
const STACK = 'Pulumi.production.yaml';
const deployed = (certificate: string) =>
  outputsOf({ [HOST]: { site: 'docs', role: 'primary', certificate, records: [] } });

const fixture = fixtureForEach({ [STACK]: FILE, 'outputs.json': deployed('PENDING_VALIDATION') });
let dns: TestDns;
/** Milliseconds since its start: the clock stands still until it is turned. */
let time: number;
beforeEach(async () => {
  time = 0;
  dns = await fixture.serve({ 'partner.example': { on: ['127.0.0.21'] } });
});

function stacksOf(options: SharedOptions = {}): Stacks {
  const given = { resolver: dns.resolver, timeout: 5, outputs: 'outputs.json', ...options };
  return openStacks(fixture.folder, given, { ...silentIo(fixture.folder), now: () => new Date(time) });
}

/** A stack that `npm run local` serves, beside the other. */
function serveLocal(deployment: object = {}): void {
  fixture.write('Pulumi.local.yaml', FILE);
  fixture.writeLocal('outputs.json', deployed('ISSUED'));
  fixture.writeLocal('ca.pem', '');
  fixture.ready(deployment);
}

/** How often the zone was read: each reading asks its server once for this. */
const readings = () =>
  dns.queries.filter(
    ({ server, name, type }) => server === '127.0.0.21' && name === 'partner.example' && type === 'CAA',
  ).length;
/** One stack, read again with new outputs. */
async function readNow(stacks: Stacks, stack = 'production'): Promise<StackView> {
  await stacks.readNow(stack);
  return stacks.views().find((view) => view.stack === stack) ?? expect.unreachable();
}
const stepsOf = ({ hosts }: StackView) =>
  hosts[0]?.status?.steps.map(({ id, text }) => `${id} ${text}`.trim());
const readAt = (stacks: Stacks) => stacks.views().map((view) => view.readAt?.getTime());
/** Until each stack was read, and every reading has ended. */
const settled = (stacks: Stacks, expected: readonly number[]) =>
  vi.waitFor(() => expect(readAt(stacks)).toEqual(expected));

test('before its first reading a stack has the hosts of the file; after it what was read, and when', async () => {
  const stacks = stacksOf();
  expect(stacks.views()).toEqual([
    {
      ...{ stack: 'production', plan: expect.anything(), notes: [], readAt: undefined },
      hosts: [{ plan: expect.objectContaining({ host: HOST }) }],
    },
  ]);
  const { hosts, readAt } = await readNow(stacks);
  expect([hosts[0]?.status?.state, readAt]).toEqual(['awaiting-dns', new Date(0)]);
});

test('a command has no options of the page, also one that is run after the next deployment', async () => {
  fixture.write('outputs.json', outputsOf({}));
  const { hosts } = await readNow(stacksOf());
  const command = `npm run domains -- records ${HOST} --stack production`;
  expect(hosts[0]?.status?.next).toMatchObject([{ command }]);
});

test('five pages cause the readings of one, each stack after its pause, and none follows without a page', async () => {
  serveLocal();
  const stacks = stacksOf();
  for (let pages = 0; pages < 5; pages++) stacks.views();
  await settled(stacks, [0, 0]);
  expect(readings()).toBe(2);
  time = 2_001;
  await settled(stacks, [2_001, 0]);
  expect(readings()).toBe(3);
  time = 20_001;
  expect(readings()).toBe(3);
  await settled(stacks, [20_001, 20_001]);
  expect(readings()).toBe(5);
});

test('while npm run local deploys, a note says what the reading waits for', async () => {
  serveLocal({ isRunning: true });
  const stacks = stacksOf({ stack: 'local' });
  const notes = () => stacks.views().map((view) => [view.readAt?.getTime(), ...view.notes]);
  await vi.waitFor(() =>
    expect(notes()).toEqual([[undefined, 'npm run local is deploying; waiting until it ends']]),
  );
  fixture.ready();
  await vi.waitFor(() => expect(notes()).toEqual([[0]]));
});

test('while nothing is deployed there is no note, not even an empty one', async () => {
  serveLocal();
  const stacks = stacksOf({ stack: 'local' });
  for (let left = 100; left > 0; left--) {
    expect(stacks.views().flatMap(({ notes }) => notes)).not.toContain('');
    await Promise.resolve();
  }
});

test('"Verify" begins a reading after one that is under way, and reads the outputs again', async () => {
  const stacks = stacksOf();
  stacks.views();
  fixture.write('outputs.json', deployed('FAILED'));
  expect(stepsOf(await readNow(stacks))).toContain('declared its last deployment failed');
  expect(readings()).toBe(2);
});

test('a host that is new in the file is shown beside what was read, and what another file does not say is a note', async () => {
  const stacks = stacksOf();
  await readNow(stacks);
  fixture.write(STACK, TWO);
  fixture.write('Pulumi.staging.yaml', 'config: [');
  const [view] = stacks.views();
  expect(view?.hosts.map(({ plan, status }) => [plan.host, status?.state])).toEqual([
    [HOST, 'awaiting-dns'],
    ['www.partner.example', undefined],
  ]);
  expect(view?.notes).toEqual([expect.stringContaining('Pulumi.staging.yaml')]);
});

test('what was read of a redirect is not the state of the host that it became, until it is read again', async () => {
  const www = 'www.partner.example';
  fixture.write(STACK, FILE.concat(`    redirects: [{ from: ${www}, to: ${HOST} }]\n`));
  const stacks = stacksOf();
  const statesOf = ({ hosts }: StackView) => hosts.map((one) => [one.plan.host, stateOf(one)]);
  expect(statesOf(await readNow(stacks))).toContainEqual([www, 'declared']);
  fixture.write(STACK, TWO);
  const [view = expect.unreachable()] = stacks.views();
  expect(statesOf(view)).toEqual([
    [HOST, 'awaiting-dns'],
    [www, 'reading'],
  ]);
  expect(statesOf(await readNow(stacks))).toContainEqual([www, 'declared']);
});

test('a file with problems: they are shown once, and nothing is read', async () => {
  fixture.write(STACK, FILE.replace('pro\n', 'gold\n'));
  const stacks = stacksOf();
  const view = await readNow(stacks);
  expect(view).toMatchObject({ hosts: [], notes: [{ problems: [{ path: 'petstore:plan' }] }] });
  expect([view.readAt, dns.queries]).toEqual([undefined, []]);
  fixture.write(STACK, FILE);
  expect((await readNow(stacks)).notes).toEqual([]);
});

test('where nobody knows what is deployed, DNS is read for "Verify" alone; a note says why; the file declares the host, and no step says that it is not deployed', async () => {
  const stacks = stacksOf({ outputs: 'none.json' });
  await settled(stacks, [0]);
  expect(stacks.views()[0]?.hosts).toEqual([{ plan: expect.anything(), unread: 'declared' }]);
  expect(readings()).toBe(0);
  const view = await readNow(stacks);
  const [host = expect.unreachable()] = view.hosts;
  const unread = 'what is deployed is not known here';
  expect(host.status?.steps.map(({ id, mark, text }) => [id, mark, text])).toEqual([
    ['declared', 'done', ''],
    ['records', 'unknown', unread],
    ['certificate', 'unknown', unread],
    ['routing', 'unknown', 'nothing conflicts'],
    ['live', 'unknown', ''],
  ]);
  expect(stateOf(host)).toBe('declared');
  const why = /none\.json.*\nFix: .*open --stack production --outputs FILE/s;
  expect(view.notes).toEqual([expect.stringMatching(why)]);
  fixture.write('none.json', '{"hosts":{}}');
  const known = await readNow(stacks);
  expect(stepsOf(known)?.[0]).toMatch(/^declared not deployed yet/);
  expect(known.notes).toEqual([]);
});

test('a change is timed while somebody follows it; one that was found later is not', async () => {
  const stacks = stacksOf();
  await readNow(stacks);
  fixture.write('outputs.json', deployed('FAILED'));
  const { hosts } = await readNow(stacks);
  const certificate = hosts[0]?.status?.steps.find(({ id }) => id === 'certificate');
  expect(certificate).toMatchObject({ mark: 'wrong', since: new Date(0) });
  time = 1_000;
  expect((await readNow(stacks)).hosts[0]?.status?.steps).toContainEqual(certificate);
  fixture.write('outputs.json', deployed('ISSUED'));
  time = 3_600_000;
  const [later] = (await readNow(stacks)).hosts;
  expect(later?.status?.steps.filter(({ since }) => since)).toEqual([]);
});

test('a name server that was not read, and one that refers to others, are not taken for one that has nothing', () => {
  const host = 'shop.example.com';
  const answers = [
    { kind: 'failed', detail: 'no response within 5 s' },
    { kind: 'referral', zone: host },
  ];
  const views = answers.map((A) => ({ server: 'ns', answers: { A } }));
  const status = { plan: { host }, observation: { views } } as unknown as HostReport;
  expect(foundRecords(status).markup).toMatch(/not read: no response.*refers to the servers of/s);
});

test('beside the addresses of an apex, the HTTPS record is named as one', () => {
  const record = { purpose: 'routing', name: HOST, ttl: 1, value: '' };
  const records = ['CNAME', 'HTTPS'].map((type) => ({ ...record, type }));
  const status = { plan: { host: HOST }, observation: {}, output: { records } } as unknown as HostReport;
  expect(recordsToSet(status).markup.match(/(?<=<dt>)\w+/g)).toEqual(['routing', 'HTTPS']);
});
