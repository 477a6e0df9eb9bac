// An external host at an apex moves from the documentation to the API. All names of the local cloud have one address, and still the
// terminal and the commands tell of each record that its owner may have left or set what it leads to.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMain } from '../domains/harness.ts';
import { copyProject, type LocalRun, removeProject, startLocal, until } from './support.ts';

const APEX = 'partner.example';
const BELOW = `shop.${APEX}`;
const DOCS = `    domains: [${APEX}, ${BELOW}]\n`;

let folder: string;
let run: LocalRun;
let ownZone: string;
const stackFile = () => join(folder, 'Pulumi.local.yaml');
const zoneFile = () => join(folder, 'cli/local/internet.zone');

beforeAll(async () => {
  folder = copyProject();
  ownZone = readFileSync(zoneFile(), 'utf8');
  edit('    redirects:\n      - { from: www', `${DOCS}    redirects:\n      - { from: www`);
  run = await startLocal(folder);
  await deployed(() => setRecords(...Object.values(recordsOf())));
  await deployed(
    () => edit('  petstore:docs:', `  petstore:verified: [${APEX}, ${BELOW}]\n  petstore:docs:`),
    'attached',
  );
}, 90_000);

afterAll(async () => {
  await run.stop();
  removeProject(folder);
});

function edit(from: string, to: string): void {
  const text = readFileSync(stackFile(), 'utf8');
  expect(text).toContain(from);
  writeFileSync(stackFile(), text.replace(from, to));
}

interface HostRecord {
  readonly purpose: string;
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** By host, its lines of the zone file: what the stack's outputs ask its owner for. */
function recordsOf(): Readonly<Record<string, { readonly proof: string; readonly routing: string }>> {
  const outputs = JSON.parse(readFileSync(join(folder, '.local/outputs.json'), 'utf8')) as {
    hosts: Record<string, { records: HostRecord[] }>;
  };
  const line = (host: string, purpose: string) => {
    const record = outputs.hosts[host]?.records.find((one) => one.purpose === purpose);
    return `${record?.name}. 3600 IN ${record?.type} ${record?.value}.`;
  };
  return Object.fromEntries(
    [APEX, BELOW].map((host) => [host, { proof: line(host, 'validation'), routing: line(host, 'routing') }]),
  );
}

function setRecords(...hosts: readonly { readonly proof: string; readonly routing: string }[]): void {
  const lines = hosts.flatMap(({ proof, routing }) => [proof, routing]);
  writeFileSync(zoneFile(), `${ownZone}${lines.join('\n')}\n`);
}

/** What the terminal prints of the deployment that follows the change, once it has that text. */
async function deployed(change: () => void, text = 'nothing to change'): Promise<string> {
  const start = run.output().length;
  change();
  const printed = () => run.output().slice(start);
  await until(() => printed().includes(text));
  // What its owner does next is printed after the changes; the commands wait for the end of the deployment.
  await runMain(['status', APEX, '--stack', 'local'], folder);
  return printed();
}

/** In one line each: where the texts are broken depends on the width. */
async function told(host: string): Promise<Readonly<Record<'check' | 'status' | 'verify', string>>> {
  const ask = async (...args: string[]) =>
    (await runMain([...args, '--stack', 'local'], folder)).out.replace(/\s+/g, ' ');
  return {
    check: await ask('check', '--host', host),
    status: await ask('status', host),
    verify: await ask('verify', host),
  };
}

const WAITS = 'its owner replaces its routing record; on the local cloud, first delete';
const OLD_LINES = `the ALIAS, A and AAAA lines of ${APEX} from `;

const nextOf = (text: string): string => text.slice(text.indexOf(' next ')).trim();

async function expectWaiting(host: string): Promise<string> {
  const { check, status, verify } = await told(host);
  expect(check).not.toContain('live');
  expect(check).toContain(WAITS);
  expect(status).toContain('local · api · external · verified');
  expect(status).toContain(WAITS);
  expect(verify).toContain('its name does not lead here yet');
  expect(verify).toContain(WAITS);
  expect(nextOf(verify)).toBe(nextOf(status));
  return check;
}

test('until its owner has changed the record, and again for an address in its place', async () => {
  expect(run.output()).not.toContain('apex-needs-alias');
  const before = recordsOf();
  expect((await told(APEX)).check).toContain(`✓ ${APEX} live`);

  const moved = await deployed(() => {
    edit(DOCS, '');
    edit('      - pets.localhost', `      - ${APEX}\n      - ${BELOW}\n      - pets.localhost`);
  }, 'attached');
  expect(moved).toContain(`${WAITS} ${OLD_LINES}`);
  expect(moved).toContain(`${WAITS} "${BELOW}.  3600  IN  CNAME  `);
  const after = recordsOf();
  expect(after[APEX]?.routing).not.toBe(before[APEX]?.routing);

  expect(await expectWaiting(APEX)).toContain('CloudFront responds there, not API Gateway');
  expect(await expectWaiting(BELOW)).toContain('cname-elsewhere');

  const again = await deployed(() =>
    writeFileSync(stackFile(), `${readFileSync(stackFile(), 'utf8')}# again\n`),
  );
  expect(again).toContain(`… still waits for its owner: ${APEX}\n`);

  const { proof = '' } = after[APEX] ?? {};
  const byHand = { proof, routing: `${APEX}. 3600 IN A 127.0.0.1` };
  const other = after[BELOW] ?? { proof: '', routing: '' };
  await deployed(() => setRecords(byHand, other));
  expect(await expectWaiting(APEX)).toContain('no server there has a certificate for it');
  expect((await told(BELOW)).check).toContain(`✓ ${BELOW} live`);

  const right = await deployed(() => setRecords(...Object.values(after)));
  expect(right).not.toContain('waits');
  const { check, status, verify } = await told(APEX);
  expect(check).toContain(`✓ ${APEX} live`);
  expect(status).toContain('✓ live responds with 200');
  expect(verify).toContain('its records are right, nothing conflicts');

  await deployed(() => setRecords(byHand, other));
  const lost = await told(APEX);
  expect(lost.check).toContain(`✗ ${APEX} deployed, and stays so; 1 finding to fix`);
  expect(lost.status).toContain('external · blocked');
  expect(lost.verify).toContain('is in petstore:verified, and its records are not right now');
  for (const text of Object.values(lost)) expect(text).toContain(`${WAITS} ${OLD_LINES}`);
}, 120_000);
