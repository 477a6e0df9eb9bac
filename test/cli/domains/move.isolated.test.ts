// `domains move`: from a host that is live elsewhere to one that is live here, each step read from what is there.
import {
  CloudFrontClient,
  ListDistributionsCommand,
  ListDomainConflictsCommand,
} from '@aws-sdk/client-cloudfront';
import { beforeEach, expect, test, vi } from 'vitest';
import { commandsIn, fixtureForEach, healthyInternet, outputsOf, productionFile } from './harness.ts';
import { deployedAs } from './preview.ts';

const FILE = 'Pulumi.production.yaml';
const HOST = 'shop.petstore.example';
const OLD = 'shops.platform.example';
const TARGET = 'd111111abcdef8.cloudfront.net';
const elsewhere = [`${HOST} 300 CNAME ${OLD}`];
const asDocs = `${productionFile}      - ${HOST}\n`;
const asRedirect = `${productionFile}    redirects:\n      - { from: ${HOST}, to: petstore.example, status: 301 }\n`;
const SERVED = deployedAs('docs', 'domain', HOST, 'ISSUED', TARGET);
const moving = `  petstore:moving:\n    - ${HOST}\n`;

/** What CloudFront knows of the account: its distributions, and who has the name. */
let cloudFront: { own: object[]; conflicts: object[] | Error };
beforeEach(() => {
  cloudFront = { own: [], conflicts: [] };
  vi.spyOn(CloudFrontClient.prototype, 'send').mockImplementation(async (command: object) => {
    if (command instanceof ListDistributionsCommand) return { DistributionList: { Items: cloudFront.own } };
    if (!(command instanceof ListDomainConflictsCommand)) expect.fail();
    expect(command.input).toMatchObject({
      ...{ Domain: HOST, DomainControlValidationResource: { DistributionId: 'E2OWN' } },
    });
    if (cloudFront.conflicts instanceof Error) throw cloudFront.conflicts;
    return { DomainConflicts: cloudFront.conflicts };
  });
});

const fixture = fixtureForEach({ [FILE]: productionFile, 'outputs.json': outputsOf({}) });

const serve = (records: readonly string[]) =>
  fixture.serve({
    ...healthyInternet,
    'petstore.example': { on: ['127.0.0.21', '127.0.0.22'], records },
    'platform.example': { on: ['127.0.0.25'], records: [`${OLD} A 192.0.2.7`] },
    'cloudfront.net': { on: ['127.0.0.25'], records: [`${TARGET} A 127.0.0.25`] },
  });

/** The stack's outputs with the host, as a deployment that waits leaves them. */
function deploy(): void {
  const waiting = { old: [{ type: 'CNAME', value: OLD }], isByHand: false, aliasWaits: false };
  const url = `https://${HOST}:1`;
  fixture.write('outputs.json', outputsOf({ [HOST]: { ...SERVED, url, waiting } }));
}

const run = (...args: string[]) =>
  fixture.run('move', HOST, ...args, '--stack', 'production', '--outputs', 'outputs.json');

async function steps(...args: string[]) {
  const { status, out } = await run(...args, '--format', 'json');
  const { next, steps: all } = JSON.parse(out) as {
    next: string;
    steps: { id: string; state: string; what: string; commands: string[] }[];
  };
  const { what, commands } = all.find(({ id }) => id === next) ?? {};
  return { status, next, states: all.map(({ state }) => state).join(' '), what, commands };
}

test('--write makes the change of the first step, and prints the plan of the file that it has written', async () => {
  await fixture.serve({}, () => []);
  const unread = await run('--site', 'docs', '--write', '--timeout', '0.05');
  expect(unread.err).toContain('not changed: declared is next, and what decides the next stage is not known');
  await serve(elsewhere);
  fixture.commit();
  const declared = { status: 1, next: 'declared', states: `now${' later'.repeat(7)}` };
  expect(await steps('--site', 'docs')).toMatchObject(declared);
  expect(fixture.read(FILE)).toBe(productionFile);
  const { status, out, err } = await run('--site', 'docs', '--write');
  expect([status, err.includes('declared')]).toEqual([0, true]);
  expect(fixture.read(FILE)).toBe(asDocs + moving);
  expect(out).toContain(`git commit -m 'Move ${HOST} (production)' -- ${FILE}`);
  expect(await steps()).toMatchObject({
    ...{ status: 1, next: 'records', states: `done now${' later'.repeat(6)}` },
    commands: ['pulumi up --stack production'],
  });
  expect((await run('--write')).err).toContain(
    `${FILE} was not changed: records is next, and --write makes no change for it`,
  );
});

const ADDED = `add ${HOST} --stack production --site docs`;
test.each<[string, readonly string[], string]>([
  ['TXT alone', ['TXT v=spf1'], ADDED],
  ['nothing', [], ADDED],
  ['a TXT beside its address', ['A 192.0.2.1', 'TXT v=spf1'], `${ADDED.replace('add', 'move')} --write`],
])('of a host that has %s: whether it moves, or is only added', async (_, records, command) => {
  await serve(records.map((record) => `${HOST} 300 ${record}`));
  const commands = [`npm run domains -- ${command} --outputs outputs.json`];
  expect(await steps('--site', 'docs')).toMatchObject({ next: 'declared', commands });
});

test('a misspelt host is not declared by the advice alone: 2', async () => {
  const { status, err } = await fixture.run('move', 'olt.petstore.example', '--stack', 'production');
  expect(status).toBe(2);
  expect(err).toContain('did you mean "old.petstore.example"? If not, say');
});

test('a host that another stack has is not only added, which is refused: both stacks have it until it has moved', async () => {
  await serve([]);
  fixture.write('Pulumi.staging.yaml', asDocs);
  const { next, commands } = await steps('--site', 'docs');
  expect([next, commands?.[0]]).toEqual(['declared', expect.stringContaining(' -- move ')]);
});

test('a host whose zone only the other stack declares: that it is external here', async () => {
  await serve([]);
  fixture.write('Pulumi.staging.yaml', asDocs);
  fixture.write('Pulumi.other.yaml', 'config: { "aws:region": eu-west-1, "petstore:plan": pro }');
  const { err } = await fixture.run('move', HOST, '--stack', 'other', '--site', 'docs');
  expect(err).toMatch(/staging has the zone petstore\.example, and other has not:/);
});

const own = { Domain: HOST, ResourceId: 'E2OWN', AccountId: '123456789012' };
const others = { Domain: '*.petstore.example', ResourceId: 'E2OTHER', AccountId: '210987654321' };
const TAKEN = [own, others];

test.each<[who: string, own: string | undefined, conflicts: object[] | Error, expected: object]>([
  ['another account', 'E2OWN', TAKEN, { status: 1, states: 'done now done done now later later later' }],
  ['the stack', 'E2OWN', [own], { status: 1, commands: ['pulumi up --stack production'] }],
  ['no distribution', undefined, [], { status: 3, states: 'done now done done unknown later later later' }],
  ['it refuses to tell', 'E2OWN', new Error('AccessDenied'), { status: 3 }],
])('CloudFront is asked who has the name: %s', async (_, id, conflicts, expected) => {
  Object.assign(cloudFront, { own: id === undefined ? [] : [{ Id: id, DomainName: TARGET }], conflicts });
  await serve(elsewhere);
  fixture.write(FILE, asDocs + moving);
  deploy();
  const found = await steps();
  expect(found).toMatchObject({ next: 'name', ...expected });
  const move = `--domain ${HOST} --target-resource DistributionId=E2OWN`;
  expect(found.commands?.[0]?.includes(move) === true).toBe(conflicts === TAKEN);
});

test.each([
  ['--site api', asDocs + moving],
  ['--redirect-to petstore.example', asRedirect],
])('an option that says what a declared host serves is refused: %s', async (options, file) => {
  fixture.write(FILE, file);
  const right = [`move ${HOST} --stack production --outputs outputs.json`];
  for (const write of [[], ['--write']]) {
    const { status, out, err } = await run(...options.split(' '), ...write);
    expect([status, out, commandsIn(err)]).toEqual([2, '', right]);
  }
  expect(fixture.read(FILE)).toBe(file);
});

test('on the local stack, --write at the last step leaves nothing to do', async () => {
  await serve([`${HOST} 3600 CNAME ${TARGET}`, `_v.${HOST} CNAME _x.acm-validations.aws`]);
  fixture.writeLocal('outputs.json', outputsOf({ [HOST]: SERVED }));
  fixture.write('Pulumi.local.yaml', asDocs + moving);
  fixture.ready();
  fixture.whileSleeping(() => fixture.ready());
  const write = () => fixture.run('move', HOST, '--stack', 'local', '--write');
  const { status, out } = await write();
  expect([status, out.includes('…'), fixture.read('Pulumi.local.yaml')]).toEqual([0, false, asDocs]);
  expect((await write()).err).toContain('Pulumi.local.yaml was not changed: nothing is left to do');
});
