// A saved plan under the Pulumi CLI, by the scripts and flags of the workflow: what is approved is what is deployed. The zones are in
// other accounts, one with a token of its own, one with a role.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { siteProblems } from '../../.github/scripts/site-problems.ts';
import { loadLocalPlan, seedAccounts } from '../../cli/local/local-stack.ts';
import { startApi } from '../github/api.ts';
import { runScript } from '../github/scripts.ts';
import { EngineFixture, LAST_HOST, nameOf, pulumi, STACK_FILE } from './pulumi.ts';

type Env = Record<string, string>;

const SHOP = 'shop.petstore.localhost';
const MOVED = 'api.pets.localhost';
const TAKEN = 'taken.petstore.localhost';
const PARTNER = 'shop.partner.example';
const BLOCKED = 'shop.forbidden.petstore.localhost';
const VARIABLE = 'CLOUDFLARE_API_TOKEN_TEAM';
/** Of a plan, of a deployment, and the deployment's own for other zones. */
const [READ, EDIT, OWN] = ['token-that-reads', 'token-that-edits', 'token-of-the-deployment'];

/** The engine starts a process for each provider of Cloudflare's. This one notes its token, and leads to the local cloud's server. */
function noteTokens({ folder, environment }: EngineFixture): void {
  const { PULUMI_DEBUG_PROVIDERS = '', PATH = '' } = environment;
  const [aws = '', port] = PULUMI_DEBUG_PROVIDERS.split(',cloudflare:');
  mkdirSync(join(folder, 'plugins'));
  const script = `#!/bin/sh\necho "$CLOUDFLARE_API_TOKEN" >> '${folder}/tokens'\necho ${port}\nexec sleep 300\n`;
  writeFileSync(join(folder, 'plugins/pulumi-resource-cloudflare'), script, { mode: 0o755 });
  const path = [join(folder, 'plugins'), PATH].join(delimiter);
  Object.assign(environment, {
    PULUMI_DEBUG_PROVIDERS: aws,
    PATH: path,
    CLOUDFLARE_API_TOKEN: OWN,
    [VARIABLE]: READ,
  });
}

describe.skipIf(pulumi === undefined)('an approved plan', { timeout: 120_000 }, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.start();
    fixture.edit(
      STACK_FILE,
      '{ provider: cloudflare, ',
      `{ provider: cloudflare, tokenVariable: ${VARIABLE}, `,
    );
    fixture.edit(STACK_FILE, 'route53 }', 'route53, role: "arn:aws:iam::210987654321:role/dns" }');
    seedAccounts(fixture.cloud, loadLocalPlan(fixture.folder));
    noteTokens(fixture);
  }, 60_000);
  afterAll(() => fixture?.close());
  beforeEach(() => rmSync(join(fixture.folder, 'plan'), { recursive: true, force: true }));

  const script = (name: string, env: Env = {}) =>
    runScript(name, ['local'], fixture.folder, { ...(process.env as Env), ...fixture.environment, ...env });
  /** At GitHub, no other run waits for an approval. */
  const holds = async () =>
    script('plan-holds.ts', { ...(await startApi()).environment, GITHUB_RUN_NUMBER: '1' });
  const createPlan = async () => {
    const { status, output } = await script('plan.ts');
    expect(status, output).toBe(0);
  };
  const PLANNED = ['--refresh', '--stack', 'local', '--plan', 'plan/update.json'];
  /** As the workflow: with the time of the plan. Resolves to what it printed. */
  async function asPlanned(run: 'up' | 'failedUp' = 'up'): Promise<string> {
    fixture.environment.PETSTORE_PLANNED_AT = readFileSync(join(fixture.folder, 'plan/time'), 'utf8');
    const text = await fixture[run](...PLANNED);
    delete fixture.environment.PETSTORE_PLANNED_AT;
    return text;
  }
  const names = async () => (await fixture.state()).map(({ urn }) => nameOf(urn));

  /** The tokens of the providers that the engine started. */
  async function tokensOf(token: string, work: () => Promise<unknown>): Promise<Set<string>> {
    rmSync(join(fixture.folder, 'tokens'), { force: true });
    fixture.environment[VARIABLE] = token;
    await work();
    return new Set(readFileSync(join(fixture.folder, 'tokens'), 'utf8').trim().split('\n'));
  }

  test('creates a stack with the physical names that it contains', async () => {
    expect(await tokensOf(READ, createPlan)).toEqual(new Set([READ]));
    expect(await holds()).toMatchObject({ status: 0 });
    expect(await tokensOf(EDIT, asPlanned)).toEqual(new Set([EDIT]));
    const plan = readFileSync(join(fixture.folder, 'plan/update.json'), 'utf8');
    const tables = (await fixture.state()).filter(({ type }) => type === 'aws:dynamodb/table:Table');
    expect(tables).toHaveLength(4);
    for (const { id = '' } of tables) expect(plan).toContain(`"${id}"`);
    // The comparison has the token that reads, and neither the plan nor the state has any.
    expect(await tokensOf(READ, () => fixture.assertSettled())).toEqual(new Set([READ]));
    const { text } = await fixture.run(['stack', 'export', '--show-secrets']);
    expect(text).toContain('cloudflare:index/dnsRecord:DnsRecord');
    for (const token of [READ, EDIT, OWN]) expect(text + plan).not.toContain(token);
  });

  test('deploys an update and a new host; a preview then has no change', async () => {
    fixture.addHosts(SHOP);
    fixture.edit('service/http/errors.ts', 'Something went wrong here', 'Something broke here');
    await createPlan();
    // The function, the alias that routes to its version, and the dashboard, which shows the new host.
    expect(await asPlanned()).toMatch(/\+ \d+ created\s+~ 3 updated/);
    await fixture.assertSettled();
  });

  test('refuses a later change of the declaration, and nothing changes', async () => {
    await createPlan();
    const before = fixture.operations.length;
    fixture.edit('service/http/errors.ts', 'Something broke here', 'Something failed here');
    expect(await asPlanned('failedUp')).toMatch(/api-function violates plan: properties changed: =~code/);
    fixture.edit('service/http/errors.ts', 'Something failed here', 'Something broke here');

    fixture.removeHost(SHOP);
    expect(await asPlanned('failedUp')).toMatch(/is not allowed by the plan|violates plan/);
    fixture.addHosts(SHOP);
    expect(fixture.operations).toHaveLength(before);
    await asPlanned();
  });

  test('refuses a later change in the cloud, and nothing changes', async () => {
    await createPlan();
    const record = (await fixture.state()).find(({ urn }) => nameOf(urn) === `${SHOP}-route`);
    const handler = fixture.cloud.registry.handler('cloudflare:index/dnsRecord:DnsRecord');
    const context = { region: 'eu-west-1', signal: AbortSignal.timeout(5000) };
    await handler.delete(record?.id ?? '', handler.inputs.parse(record?.inputs) as never, context);
    const before = fixture.operations.length;
    expect(await asPlanned('failedUp')).toMatch(/shop.petstore.localhost-route violates plan/);
    expect(fixture.operations).toHaveLength(before);
    await createPlan();
    await asPlanned();
  });

  test('is no longer valid after another deployment of the stack', async () => {
    await createPlan();
    fixture.removeHost(SHOP);
    await fixture.up('--refresh');
    const { status, output } = await holds();
    expect(status).toBe(1);
    expect(output).toContain('Stack local was deployed after this plan was created; nothing was changed.');
  });

  const REDIRECT = `    redirects: [{ from: ${MOVED}, to: api.petstore.localhost, status: 307 }]`;
  const attachments = async () => (await names()).filter((name) => name === `${MOVED}-attachment`).length;

  test('of a move deploys the move, and what it left is kept', async () => {
    fixture.edit(STACK_FILE, LAST_HOST, REDIRECT);
    await createPlan();
    await asPlanned();
    expect(await attachments()).toBe(2);
    const { kept } = (await fixture.outputs()).hosts[MOVED] ?? {};
    expect(kept).toMatchObject({ target: 'gateway' });
    expect(Date.parse(kept?.until ?? '') - Date.now()).toBeGreaterThan(3600 * 1000);
  });

  test('keeps what a move left, though its time passes before the deployment; the next one deletes it', async () => {
    await createPlan();
    fixture.environment.PETSTORE_LOCAL_CLOCK = String(2 * 3600 * 1000);
    await asPlanned();
    expect(await attachments()).toBe(2);
    await fixture.up('--refresh');
    expect(await attachments()).toBe(1);
    delete fixture.environment.PETSTORE_LOCAL_CLOCK;
    fixture.edit(STACK_FILE, REDIRECT, LAST_HOST);
  });

  test('holds whatever others change meanwhile of what the outputs only report', async () => {
    fixture.edit(STACK_FILE, LAST_HOST, `${LAST_HOST}\n      - ${TAKEN}\n      - ${PARTNER}`);
    expect(await fixture.up()).toMatch(`${TAKEN} is blocked and left out; everything else is deployed`);
    await createPlan();
    const { hosts } = await fixture.outputs();
    const [validation] = hosts[PARTNER]?.records ?? [];
    fixture.editInternet(
      '192.0.2.1\n',
      `192.0.2.9\n${validation?.name}. 300 IN CNAME ${validation?.value}.\n`,
    );
    await asPlanned();
    const { [TAKEN]: taken, [PARTNER]: partner } = (await fixture.outputs()).hosts;
    expect(JSON.stringify(taken?.blocked)).toContain('192.0.2.9');
    expect(partner?.certificate).toBe('ISSUED');
    fixture.removeHost(TAKEN);
    fixture.removeHost(PARTNER);
  });

  test('deploys everything else where one host fails, and the events name the host', async () => {
    fixture.edit(STACK_FILE, 'petstore:plan: pro', 'petstore:plan: pro\n  petstore:preflight: off');
    fixture.addHosts(BLOCKED);
    fixture.addHosts(SHOP);
    await createPlan();
    fixture.environment.PULUMI_CONTINUE_ON_ERROR = 'true';
    fixture.environment.PULUMI_DEBUG_COMMANDS = 'true';
    expect(await fixture.failedUp(...PLANNED, '--event-log', 'events.jsonl')).toMatch(/CAA/);
    expect(await names()).toContain(`${SHOP}-route`);
    expect(await names()).not.toContain(`${BLOCKED}-route`);
    expect(siteProblems(readFileSync(join(fixture.folder, 'events.jsonl'), 'utf8'))).toEqual([]);
  });
});
