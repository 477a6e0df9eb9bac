// `npm run domains -- doctor`: each line is ok, wrong or unknown by what this machine, AWS, Cloudflare and DNS respond.
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { listen } from '../listen.ts';
import { fixtureForEach, healthyInternet, productionFile } from './harness.ts';

const ACCOUNT = '123456789012';
const FILE = productionFile.replace('config:', `config:\n  aws:allowedAccountIds: ["${ACCOUNT}"]`);
const fixture = fixtureForEach({ 'Pulumi.staging.yaml': FILE });
const ARN = `arn:aws:sts::${ACCOUNT}:assumed-role/Admin/me`;
const TOKEN = 'of-the-zone_1';

const zone = (change: object = {}) => ({
  ...{ name: 'petstore.example', name_servers: ['ada.ns.cloudflare.test', 'bob.ns.cloudflare.test'] },
  ...{ permissions: ['#dns_records:edit'], ...change },
});
const hosted = (Name: string, isPrivate = false) =>
  `<HostedZone><Id>/hostedzone/Z1</Id><Name>${Name}</Name><CallerReference>x</CallerReference><Config><PrivateZone>${isPrivate}</PrivateZone></Config></HostedZone>`;
const simulated = (decision: string) =>
  `<SimulatePrincipalPolicyResponse><SimulatePrincipalPolicyResult><EvaluationResults><member><EvalActionName>iam:CreateRole</EvalActionName><EvalDecision>${decision}</EvalDecision></member></EvaluationResults></SimulatePrincipalPolicyResult></SimulatePrincipalPolicyResponse>`;
const ROLE = `<GetRoleResponse><GetRoleResult><Role><Path>/x/</Path><RoleName>Admin</RoleName><RoleId>A</RoleId><Arn>arn:aws:iam::${ACCOUNT}:role/x/Admin</Arn><CreateDate>2026-01-01T00:00:00Z</CreateDate></Role></GetRoleResult></GetRoleResponse>`;
const SERVERS =
  '<GetHostedZoneResponse><DelegationSet><NameServers><NameServer>ns-1.awsdns-1.test</NameServer></NameServers></DelegationSet></GetHostedZoneResponse>';
const refusal = (code: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${code}</Message></Error></ErrorResponse>`;

/** By the start of the request, `POST /` with its action or `GET` with its path: the status and the body. */
let responses: Record<string, readonly [number, string]>;
let received: string[];

beforeEach(async () => {
  received = [];
  responses = {
    GetCallerIdentity: [
      200,
      `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>${ARN}</Arn><Account>${ACCOUNT}</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
    ],
    GetRole: [200, ROLE],
    SimulatePrincipalPolicy: [200, simulated('allowed')],
    '/2013-04-01/hostedzonesbyname': [
      200,
      `<ListHostedZonesByNameResponse><HostedZones>${hosted('petstore.dev.', true)}${hosted('petstore.dev.')}${hosted('petstore.eu.')}</HostedZones></ListHostedZonesByNameResponse>`,
    ],
    '/2013-04-01/hostedzone/Z1': [200, SERVERS],
    '/zones/': [200, JSON.stringify({ result: zone() })],
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push(`${request.method} ${request.url} ${body} ${request.headers.authorization}`);
    const asked = new URLSearchParams(body).get('Action') ?? request.url ?? '';
    const [, [status, text] = [404, '']] =
      Object.entries(responses).find(([start]) => asked.startsWith(start)) ?? [];
    response
      .writeHead(status, { 'content-type': asked.startsWith('/zones') ? 'application/json' : 'text/xml' })
      .end(text);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const bin = (name: string, version: string) => {
    writeFileSync(join(fixture.folder, name), `#!/bin/sh\necho ${version}\n`);
    chmodSync(join(fixture.folder, name), 0o755);
  };
  bin('node', 'v24.1.0');
  bin('pulumi', 'v3.999.0');
  const environment = {
    ...{
      PATH: fixture.folder,
      PULUMI_CONTINUE_ON_ERROR: 'true',
      AWS_ENDPOINT_URL: url,
      CLOUDFLARE_BASE_URL: url,
    },
    ...{
      AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'of-the-user',
      CLOUDFLARE_API_TOKEN: TOKEN,
    },
    ...{ AWS_PROFILE: undefined, AWS_MAX_ATTEMPTS: '1', AWS_EC2_METADATA_DISABLED: 'true' },
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  await fixture.serve(healthyInternet);
});

interface Line {
  readonly check: string;
  readonly state: string;
  readonly found: string;
}

async function doctor(...args: string[]) {
  const { status, results } = await fixture.runJson('doctor', '--stack', 'staging', ...args);
  const lines = results as Line[];
  return {
    status,
    open: lines.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${state} ${check}`),
    lines,
  };
}

test('all is right: every line is ok, and nothing was sent that changes something', async () => {
  const { status, open, lines } = await doctor();
  expect([status, open]).toEqual([0, []]);
  expect(lines.map(({ check }) => check)).toEqual([
    ...['Node', 'Pulumi CLI', 'PULUMI_CONTINUE_ON_ERROR', 'AWS account', 'rights'],
    ...['zone petstore.dev', 'DNS of petstore.dev', 'zone petstore.example', 'DNS of petstore.example'],
  ]);
  const changing = received.filter((one) => !/^GET |Action=(Get|Simulate)/.test(one));
  expect(changing).toEqual([]);
  expect(received.join()).toContain(encodeURIComponent(`${ACCOUNT}:role/x/Admin`));
});

test.each<[string, () => void, string[]]>([
  [
    'an old Node',
    () => writeFileSync(join(fixture.folder, 'node'), '#!/bin/sh\necho v22.1.0\n'),
    ['wrong Node'],
  ],
  ['no CLI', () => chmodSync(join(fixture.folder, 'pulumi'), 0o600), ['wrong Pulumi CLI']],
  [
    'a CLI that names no version',
    () => writeFileSync(join(fixture.folder, 'pulumi'), '#!/bin/sh\n'),
    ['unknown Pulumi CLI'],
  ],
  ['no variable', () => vi.stubEnv('PULUMI_CONTINUE_ON_ERROR', ''), ['wrong PULUMI_CONTINUE_ON_ERROR']],
  [
    'another account',
    () => fixture.write('Pulumi.staging.yaml', FILE.replace(ACCOUNT, '210987654321')),
    ['wrong AWS account'],
  ],
  [
    'a key that AWS does not know',
    () => set('GetCallerIdentity', 403, refusal('InvalidClientTokenId')),
    ['wrong AWS account', 'unknown rights'],
  ],
  [
    'an outage of STS',
    () => set('GetCallerIdentity', 503, refusal('ServiceUnavailable')),
    ['unknown AWS account', 'unknown rights'],
  ],
  [
    'credentials of a role in the stack file',
    () => fixture.write('Pulumi.staging.yaml', FILE.replace('config:', 'config:\n  aws:assumeRoles: []')),
    ['unknown AWS account', 'unknown rights', 'unknown zone petstore.dev', 'unknown DNS of petstore.dev'],
  ],
  [
    'a right that is denied',
    () => set('SimulatePrincipalPolicy', 200, simulated('implicitDeny')),
    ['unknown rights'],
  ],
  [
    'no right to simulate',
    () => set('SimulatePrincipalPolicy', 403, refusal('AccessDenied')),
    ['unknown rights'],
  ],
  [
    'no hosted zone',
    () => set('/2013-04-01/hostedzonesbyname', 200, '<ListHostedZonesByNameResponse/>'),
    ['wrong zone petstore.dev', 'unknown DNS of petstore.dev'],
  ],
  [
    'another hosted zone of the name',
    () => set('/2013-04-01/hostedzone/Z1', 200, SERVERS.replace('ns-1', 'ns-9')),
    ['wrong DNS of petstore.dev'],
  ],
  [
    'no token',
    () => vi.stubEnv('CLOUDFLARE_API_TOKEN', `${TOKEN}\n`),
    ['wrong zone petstore.example', 'unknown DNS of petstore.example'],
  ],
  [
    'a token that Cloudflare refuses',
    () => set('/zones/', 403, '{"result":null,"errors":[{"message":"no"}]}'),
    ['wrong zone petstore.example', 'unknown DNS of petstore.example'],
  ],
  [
    'a token that may only read',
    () => set('/zones/', 200, JSON.stringify({ result: zone({ permissions: [] }) })),
    ['unknown zone petstore.example'],
  ],
  [
    "another zone's id",
    () => set('/zones/', 200, JSON.stringify({ result: zone({ name: 'other.example' }) })),
    ['wrong zone petstore.example', 'unknown DNS of petstore.example'],
  ],
])('%s', async (_, change, expected) => {
  change();
  const { status, open, lines } = await doctor();
  expect(open).toEqual(expected);
  expect(status).toBe(expected.some((line) => line.startsWith('wrong')) ? 1 : 3);
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${TOKEN}|of-the-user`));
});

const set = (start: string, status: number, text: string) => {
  responses[start] = [status, text];
};

test('as text: what is wrong, and its fix', async () => {
  vi.stubEnv('PULUMI_CONTINUE_ON_ERROR', '');
  const { out } = await fixture.run('doctor', '--stack', 'staging');
  expect(out).toMatch(/✗ PULUMI_CONTINUE_ON_ERROR .*\n +export PULUMI_CONTINUE_ON_ERROR=true\n/);
});

test('of the local stack, the tools and DNS; nothing is asked of anybody', async () => {
  fixture.write('Pulumi.local.yaml', FILE);
  fixture.ready();
  const { status, results } = await fixture.runJson('doctor', '--stack', 'local');
  const states = (results as Line[]).filter(({ state }) => state === 'ok').map(({ check }) => check);
  expect([status, received, states.slice(3)]).toEqual([
    3,
    [],
    ['DNS of petstore.dev', 'DNS of petstore.example'],
  ]);
});
