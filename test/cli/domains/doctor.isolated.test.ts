// `npm run domains -- doctor`: each line is ok, wrong or unknown by what this machine, AWS, Cloudflare and DNS respond.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Route53 } from '@aws-sdk/client-route-53';
import { startCloud } from '@petstore/local-cloud/cloud';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Result } from '../../../cli/domains/doctor/account.ts';
import { localAccess } from '../../../cli/local/local-access.ts';
import { listen } from '../listen.ts';
import { codesOf, fixtureForEach, healthyInternet, outputsOf, productionFile } from './harness.ts';

const ACCOUNT = '123456789012';
const FILE = productionFile.replace('config:', `config:\n  aws:allowedAccountIds: ["${ACCOUNT}"]`);
const DOCS = FILE.replace('old.petstore.example', 'docs.petstore.dev');
const fixture = fixtureForEach({ 'Pulumi.staging.yaml': FILE, 'Pulumi.local.yaml': FILE });
const TOKEN = 'of-the-zone_1';

const xml = (action: string, inner: string) =>
  `<${action}Response><${action}Result>${inner}</${action}Result></${action}Response>`;
const simulated = (decision: string, organization = true) =>
  `<EvaluationResults><member><EvalActionName>iam:PassRole</EvalActionName><EvalDecision>${decision}</EvalDecision><OrganizationsDecisionDetail><AllowedByOrganizations>${organization}</AllowedByOrganizations></OrganizationsDecisionDetail></member></EvaluationResults>`;
const zones = (...all: string[]) =>
  `<ListHostedZonesResponse><HostedZones>${all.join('')}</HostedZones></ListHostedZonesResponse>`;
const hosted = (name: string, isPrivate = false) =>
  `<HostedZone><Id>/hostedzone/Z1</Id><Name>${name}.</Name><Config><PrivateZone>${isPrivate}</PrivateZone></Config></HostedZone>`;
const served = (server: string, name = 'petstore.dev') =>
  `<GetHostedZoneResponse>${hosted(name)}<DelegationSet><NameServers><NameServer>${server}.awsdns-1.test</NameServer></NameServers></DelegationSet></GetHostedZoneResponse>`;
const guardrail = (status: string) =>
  served('ns-1').replace(
    '</HostedZone>',
    `<Features><ChangeGuardrails><ChangeGuardrail><Name>ALIAS_TARGET_CHECK</Name><Status>${status}</Status></ChangeGuardrail></ChangeGuardrails></Features></HostedZone>`,
  );
const guarded = (...names: string[]) =>
  `<ListResourceRecordSetProtectionsResponse><ResourceRecordSetProtections>${names.map((name) => `<ResourceRecordSetProtection><RecordName>${name}</RecordName><RecordType>CNAME</RecordType><Comment>of ops</Comment></ResourceRecordSetProtection>`).join('')}</ResourceRecordSetProtections></ListResourceRecordSetProtectionsResponse>`;
const cloudflare = (change: object = {}) => {
  const name_servers = ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'];
  const permissions = ['#dns_records:edit'];
  return JSON.stringify({ result: { name: 'petstore.example', name_servers, permissions, ...change } });
};

/** By the action of a request, or by what its path begins with: the status and the body. */
let responses: Map<string, readonly [status: number, body: string]>;
let received: string[];
const stop = new AbortController();
const SIMULATE = 'SimulatePrincipalPolicy';
const PROTECTIONS = '/2013-04-01/hostedzone/Z1/rrsetprotection';
const [STS, LIST, ZONE] = ['GetCallerIdentity', '/2013-04-01/hostedzone', '/2013-04-01/hostedzone/'];
const QUOTAS = [
  'quota of CloudFront distributions',
  'quota of custom domain names of API Gateway in eu-west-1',
  'quota of certificates in eu-west-1',
  'quota of certificates in us-east-1',
];
const QUOTA = 'ServiceQuotasV20190624.GetServiceQuota';
const LAMBDA = '/2016-08-19/account-settings';
const CONCURRENCY = 'executions of Lambda in eu-west-1';
const executions = (limit: number) => JSON.stringify({ AccountLimit: { ConcurrentExecutions: limit } });
const session = '<AccessKeyId>ASIADNS</AccessKeyId><SecretAccessKey>x</SecretAccessKey>';
const set = (start: string, status: number, body: string) => responses.set(start, [status, body]);
const refuse = (action: string, status: number) => set(action, status, '<ErrorResponse/>');
const bin = (name: string, line: string) =>
  writeFileSync(join(fixture.folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
const write = (from: string, to: string) => fixture.write('Pulumi.staging.yaml', FILE.replace(from, to));
const writeDocs = () => fixture.write('Pulumi.staging.yaml', DOCS);
const protect = () => set(PROTECTIONS, 200, guarded('docs.petstore.dev.'));
const flatten = () => set('/zones/', 200, cloudflare({ flatten_all_cnames: true }));
const refuseZone = (status: number) => set('/zones/', status, '{"result":null}');
const byRole = () => write(': route53', ': route53, role: arn:aws:iam::210987654321:role/dns');

beforeEach(async () => {
  received = [];
  responses = new Map();
  const arn = `arn:aws:sts::${ACCOUNT}:assumed-role/Dev/me`;
  set(STS, 200, xml(STS, `<Arn>${arn}</Arn><Account>${ACCOUNT}</Account>`));
  set('GetRole', 200, xml('GetRole', `<Role><Arn>arn:aws:iam::${ACCOUNT}:role/x/Dev</Arn></Role>`));
  set('Simulate', 200, xml('SimulatePrincipalPolicy', simulated('allowed')));
  set(PROTECTIONS, 200, guarded());
  set(ZONE, 200, served('ns-1'));
  set(LIST, 200, zones(hosted('petstore.dev', true), hosted('petstore.dev'), hosted('petstore.eu')));
  set('AssumeRole', 200, xml('AssumeRole', `<Credentials>${session}</Credentials>`));
  set('/zones/', 200, cloudflare());
  set(QUOTA, 200, '{"Quota":{"Value":500}}');
  set(LAMBDA, 200, executions(1000));
  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request;
    const body = (await request.toArray()).join('');
    received.push(`${method} ${url} ${headers['x-amz-target']} ${body} ${headers.authorization}`);
    const form = new URLSearchParams(body);
    const [action, region] = ['Action', 'ContextEntries.member.1.ContextKeyValues.member.1'].map((key) =>
      form.get(key),
    );
    const asked = `${headers['x-amz-target'] ?? action ?? url}${region ? ` in ${region}` : ''}`;
    const [, [status, text] = [404, '']] = [...responses].find(([start]) => asked.startsWith(start)) ?? [];
    if (status === 0) return stop.abort();
    response.writeHead(status).end(text);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  bin('node', 'echo v24.1.0');
  bin('pulumi', 'echo v3.999.0');
  const environment = {
    ...{ PATH: fixture.folder, PULUMI_CONTINUE_ON_ERROR: 'true', AWS_PROFILE: undefined },
    ...{ AWS_ENDPOINT_URL: url, CLOUDFLARE_BASE_URL: url, AWS_MAX_ATTEMPTS: '1' },
    ...{ AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: 'of-the-user' },
    CLOUDFLARE_API_TOKEN: TOKEN,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  await fixture.serve(healthyInternet);
});

/** Its status, and the lines in a state. */
async function doctor(stack: string, isWanted: (state: string) => boolean) {
  const { status, results } = await fixture.runJson('doctor', '--stack', stack);
  expect(JSON.stringify(results)).not.toMatch(new RegExp(`${TOKEN}|of-the-user`));
  const lines = (results as Result[]).filter(({ state }) => isWanted(state));
  return [status, ...lines.map(({ check, state }) => `${state} ${check}`)];
}

test('all is right: every line is ok, and no call changes anything', async () => {
  const zonesOf = (name: string) => [`zone ${name}`, `DNS of ${name}`];
  const zones = [...zonesOf('petstore.dev'), 'records of petstore.dev', ...zonesOf('petstore.example')];
  const tools = ['Node', 'Pulumi CLI', 'PULUMI_CONTINUE_ON_ERROR'];
  const account = ['AWS account', 'rights', 'rights in us-east-1', CONCURRENCY];
  const checks = [...tools, ...account, ...QUOTAS, ...zones];
  expect(await doctor('staging', () => true)).toEqual([0, ...checks.map((check) => `ok ${check}`)]);
  expect(received.filter((one) => !/^GET |Action=(Get|Simulate)|[.]GetServiceQuota /.test(one))).toEqual([]);
  expect(received.join()).toContain(encodeURIComponent(`${ACCOUNT}:role/x/Dev`));
});

const UNKNOWN = ['unknown AWS account', 'unknown rights', 'unknown rights in us-east-1'];
const DEV = 'unknown DNS of petstore.dev';
const EXAMPLE_ZONE = 'zone petstore.example';
const EXAMPLE_DNS = 'unknown DNS of petstore.example';
const EXAMPLE = [`wrong ${EXAMPLE_ZONE}`, EXAMPLE_DNS];
const UNREAD = ['unknown zone petstore.dev', DEV];
const CREDENTIALS = 'config:\n  aws:sharedCredentialsFiles: [a]';
const RESERVED = 'config:\n  petstore:function: { reservedConcurrency: 901 }';
const THROTTLED = '<ErrorResponse><Error><Code>Throttling</Code></Error></ErrorResponse>';
test('check warns of a guardrail that may refuse to delete the records of an old place of another type', async () => {
  const move = '  petstore:moving: [{ host: docs.petstore.dev, replaces: A 192.0.2.1 }]\n';
  fixture.write('Pulumi.staging.yaml', `${DOCS}${move}`);
  const check = async (status: string) => {
    set(ZONE, 200, guardrail(status));
    return (await fixture.run('check', '--stack', 'staging')).out.replace(/\s+/g, ' ');
  };
  expect(await check('ENABLED')).toMatch(
    /guardrail-refuses.*the deployment deletes A docs\.petstore\.dev, and ALIAS_TARGET_CHECK is on.*Name=ALIAS_TARGET_CHECK,Status=DISABLED/,
  );
  expect(await check('DISABLED')).not.toContain('guardrail-refuses');
});

test('check finds for a removed host that its record is protected, and that a guardrail may refuse its deletion', async () => {
  writeDocs();
  fixture.commit();
  fixture.write('Pulumi.staging.yaml', FILE.replace('    domains:\n      - old.petstore.example\n', ''));
  const own = { site: 'docs', role: 'domain', zone: 'petstore.dev', certificate: 'ISSUED', records: [] };
  fixture.write('outputs.json', outputsOf({ 'docs.petstore.dev': { ...own, provider: 'route53' } }));
  const check = async () => {
    const args = ['--stack', 'staging', '--base', 'base', '--outputs', 'outputs.json'];
    const { status, removed } = await fixture.runJson('check', ...args);
    return [status, ...removed.flatMap(codesOf)];
  };
  expect(await check()).toEqual([0]);
  protect();
  set(ZONE, 200, guardrail('ENABLED'));
  expect(await check()).toEqual([1, 'blocked record-protected', 'warning guardrail-refuses']);
});

/** The status of `check`, the hosts that have the finding, and whether something of a zone is not known. */
async function checked(code: string) {
  const { status, hosts, notes } = await fixture.runJson('check', '--stack', 'staging');
  const all = hosts as { readonly host: string; readonly findings: readonly { readonly code: string }[] }[];
  const found = all.filter(({ findings }) => findings.some((one) => one.code === code));
  return [status, found.map(({ host }) => host), JSON.stringify(notes).includes('is not known: ')];
}

test('check reads by a token that is here whether its zone flattens every CNAME, which blocks new hosts', async () => {
  const check = () => checked('cname-flattened');
  writeDocs();
  expect(await check()).toEqual([0, [], false]);
  flatten();
  expect(await check()).toEqual([1, ['api.petstore.example', 'petstore.example'], false]);
  refuseZone(403);
  expect(await check()).toEqual([0, [], true]);
  vi.stubEnv('CLOUDFLARE_API_TOKEN', '');
  expect(await check()).toEqual([0, [], false]);
});

test('check reads the protections too where credentials are named: one blocks a new host, and none that could be read is said', async () => {
  const check = () => checked('record-protected');
  protect();
  writeDocs();
  expect(await check()).toEqual([1, ['docs.petstore.dev'], false]);
  refuse(PROTECTIONS, 403);
  expect(await check()).toEqual([0, [], true]);
  received = [];
  for (const name of ['AWS_ACCESS_KEY_ID', 'CLOUDFLARE_API_TOKEN']) vi.stubEnv(name, '');
  expect(await check()).toEqual([0, [], false]);
  expect(received).toEqual([]);
});

test.each<[string, () => void, ...string[]]>([
  ['an old Node', () => bin('node', 'echo v22.1.0'), 'wrong Node'],
  ['an old CLI', () => bin('pulumi', 'echo v3.99.0'), 'wrong Pulumi CLI'],
  ['a CLI that names no version', () => bin('pulumi', ''), 'unknown Pulumi CLI'],
  ['no variable', () => vi.stubEnv('PULUMI_CONTINUE_ON_ERROR', ''), 'wrong PULUMI_CONTINUE_ON_ERROR'],
  ['another account', () => write(ACCOUNT, '210987654321'), 'wrong AWS account'],
  ['a refused key', () => refuse(STS, 403), 'wrong AWS account', ...UNKNOWN.slice(1)],
  ['an outage of STS', () => refuse(STS, 503), ...UNKNOWN],
  ['another identity in the stack file', () => write('config:', CREDENTIALS), ...UNKNOWN, ...UNREAD],
  ['a role of others', () => [byRole(), refuse('AssumeRole', 403)], 'unknown zone petstore.dev', DEV],
  ['a zone of another name', () => set(ZONE, 200, served('', 'a.dev')), 'wrong zone petstore.dev', DEV],
  ['a denied right', () => set('Simulate', 200, xml(SIMULATE, simulated('x'))), ...UNKNOWN.slice(1)],
  [
    'an organization that denies us-east-1',
    () => {
      responses.delete('Simulate');
      set(`${SIMULATE} in us-east-1`, 200, xml(SIMULATE, simulated('explicitDeny', false)));
      set(`${SIMULATE} in eu-west-1`, 200, xml(SIMULATE, simulated('allowed')));
    },
    'wrong rights in us-east-1',
  ],
  ['no right to simulate', () => refuse('Simulate', 403), ...UNKNOWN.slice(1)],
  ['a new account', () => set(LAMBDA, 200, executions(10)), `wrong ${CONCURRENCY}`],
  ['more to reserve than Lambda lets', () => write('config:', RESERVED), `wrong ${CONCURRENCY}`],
  ['no right to read them', () => refuse(LAMBDA, 403), `unknown ${CONCURRENCY}`],
  [
    'quotas that nobody raised, and that are used up',
    () => {
      set(QUOTA, 400, '{"__type":"NoSuchResourceException"}');
      set('ServiceQuotasV20190624.GetAWSDefault', 200, '{"Quota":{"Value":0}}');
    },
    ...QUOTAS.map((one) => `wrong ${one}`),
  ],
  ['no right to read them', () => refuse(QUOTA, 400), ...QUOTAS.map((one) => `unknown ${one}`)],
  ['a protected record', () => [writeDocs(), protect()], 'wrong records of petstore.dev'],
  ['no right to read the protections', () => refuse(PROTECTIONS, 403), 'unknown records of petstore.dev'],
  ['no hosted zone', () => set(LIST, 200, zones()), 'wrong zone petstore.dev', DEV],
  ['another zone of that name', () => set(ZONE, 200, served('ns-9')), 'wrong DNS of petstore.dev'],
  ['no token', () => vi.stubEnv('CLOUDFLARE_API_TOKEN', `${TOKEN}\n`), ...EXAMPLE],
  ['a throttled STS', () => set(STS, 400, THROTTLED), ...UNKNOWN],
  ['too many requests with a token', () => refuseZone(429), `unknown ${EXAMPLE_ZONE}`, EXAMPLE_DNS],
  ['a refused token', () => refuseZone(403), ...EXAMPLE],
  ['a reading token', () => set('/zones/', 200, cloudflare({ permissions: [] })), `unknown ${EXAMPLE_ZONE}`],
  ['a zone that flattens every CNAME (GET /zones/ID/dns_settings)', flatten, `wrong ${EXAMPLE_ZONE}`],
  ['the id of another zone', () => set('/zones/', 200, cloudflare({ name: 'a.example' })), ...EXAMPLE],
])('%s', async (_, change, ...expected) => {
  change();
  const status = expected.some((line) => line.startsWith('wrong')) ? 1 : 3;
  expect(await doctor('staging', (state) => state !== 'ok')).toEqual([status, ...expected]);
});

test('a zone with a role is read in a session of that role, named as the deployment names it', async () => {
  byRole();
  expect(await doctor('staging', (state) => state !== 'ok')).toEqual([0]);
  expect(received.filter((one) => one.includes('/hostedzone') && !one.includes('ASIADNS'))).toEqual([]);
  expect(received.join()).toMatch(/Action=AssumeRole&.*RoleSessionName=petstore-staging/);
});

test('of the local stack, its Route 53 alone is asked: what is protected there, and which guardrail may refuse', async () => {
  fixture.write('Pulumi.local.yaml', DOCS);
  fixture.write('local.zone', '');
  const cloud = await startCloud({
    ...{ folder: join(fixture.folder, '.local/cloud'), region: 'eu-west-1', log: () => undefined },
    ...{ ports: { https: 0, http: 0, dns: 0 }, internetFile: join(fixture.folder, 'local.zone') },
  });
  onTestFinished(cloud.close);
  cloud.seedZones([{ name: 'petstore.dev', provider: 'route53', zoneId: 'Z1' }]);
  fixture.ready({}, { dnsServer: cloud.dnsServer });
  fixture.writeLocal('aws.json', JSON.stringify(localAccess(cloud)));
  const look = async () => {
    const { results } = await fixture.runJson('doctor', '--stack', 'local', '--resolver', cloud.dnsServer);
    return (results as Result[]).filter(({ check }) =>
      /^(zone|DNS of|records of) petstore\.dev$/.test(check),
    );
  };
  expect((await look()).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
  cloud.store.collection('route53.guardrails').set('Z1', ['ACTIVE_RECORD_CHECK']);
  const guarded = expect.stringContaining('_CHECK may refuse');
  expect((await look())[2]).toMatchObject({ state: 'ok', found: guarded });
  const { administrator: credentials, apiEndpoint: endpoint } = cloud;
  const client = new Route53({ endpoint, credentials, region: 'eu-west-1' });
  const protection = { RecordName: 'docs.petstore.dev', RecordType: 'CNAME', Comment: 'of ops' } as const;
  await client.createResourceRecordSetProtections({ HostedZoneId: 'Z1', Protections: [protection] });
  const found = expect.stringContaining('CNAME docs.petstore.dev is protected: "of ops"');
  expect((await look())[2]).toMatchObject({ state: 'wrong', found });
  expect((await fixture.run('check', '--resolver', cloud.dnsServer)).out).toContain('record-protected');
  expect(received).toEqual([]);
});

test.each([
  ['whose cloud has no API', () => fixture.ready()],
  ['whose cloud does not run, with --resolver', () => undefined],
])(
  'of the local stack %s, its DNS: it needs no tool and no account, and no service is asked',
  async (_, start) => {
    start();
    const lines = ['ok DNS of petstore.dev', 'ok DNS of petstore.example'];
    expect(await doctor('local', () => true)).toEqual([0, ...lines]);
    expect(received).toEqual([]);
  },
);

test('Ctrl-C ends it while no service responds', { timeout: 10_000 }, async () => {
  for (const start of [STS, LIST, '/zones/']) set(start, 0, '');
  fixture.setIo({ signal: stop.signal });
  expect((await fixture.run('doctor', '--stack', 'staging')).status).toBe(130);
});
