// What a run does with each host, by the state, the account and live DNS: what it declares, imports, puts out and logs; and whoever else
// tells the truth about a host tells the same: `check`, `status` and the domains page. A new situation is a row of the cases.
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../infra/config/settings.ts';
import {
  type DeployedHost,
  deployedIn,
  type HostOutput,
  type LeftOutHost,
} from '../../../infra/hosts/host-output.ts';
import type { TestDns } from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import { APEX, API, CASES, type Case, forbidden, live, liveRecord, off, SHOP, taken, WWW } from './cases.ts';
import { type Account, type Deployment, deploy, type Run, type State, stateAfter } from './deployment.ts';
import { tellers, told } from './tellers.ts';

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  test.each(Object.entries(cases))('%s', async (_name, given) => {
    let said: Awaited<ReturnType<typeof tellers>> = {};
    const { after = [], settings, account } = given;
    const isRead = settings?.preflight !== 'off';
    const { decisions, ...ran } = await run(given, async (dns, state) => {
      if (isRead) said = await tellers(given, state, dns);
    });
    expect(described(ran)).toMatchSnapshot();
    for (const [teller, hosts] of Object.entries(said))
      for (const { kind, findings, plan } of decisions) {
        const { host } = plan;
        // The run alone reads the account and the state: what it declares by that as a new host, nobody else calls blocked.
        const isAlone = account !== undefined || after.some(({ isLost }) => isLost);
        const isMoving = settings?.moving?.some((one) => one.host === host) ?? false;
        if (!isAlone && !isMoving)
          expect([teller, host, hosts[host]]).toEqual([teller, host, told(findings)]);
        else if (kind === 'declared' && after.length === 0)
          expect(hosts[host]).not.toContainEqual(expect.stringMatching(/^blocked/));
      }
  });
});

/** `beside` is called while DNS is served, with what was deployed before. */
async function run(
  { after = [], ...deployment }: Case,
  beside?: (dns: TestDns, state: State | undefined) => Promise<void>,
): Promise<Run> {
  let state: State | undefined;
  for (const one of after) state = stateAfter(await deploy(off(one), state), one);
  return deploy(deployment, state, (dns) => beside?.(dns, state) ?? Promise.resolve());
}

/** Of each host what is declared, put out and logged; at the end what was looked up. */
function described({ registrations, hosts, baseUrl, log, invokes, queries }: Omit<Run, 'decisions'>): string {
  const names = new Set([...Object.keys(hosts), ...log.map(({ host }) => host)]);
  const ofHosts = [...names].toSorted().flatMap((host) => {
    const own = registrations.filter(({ name }) => name.startsWith(`${host}-`));
    return [
      [`${host}:`, ...own.map((one) => resource(one, host)).toSorted()].join(' '),
      ...(hosts[host] ? [`  = ${output(hosts[host])}`] : []),
      ...log.filter((one) => one.host === host).map((one) => `  ! ${logged(one)}`),
    ];
  });
  const lookUps = Object.entries(Object.groupBy(invokes, (token) => token.split(':').at(-1) ?? ''));
  const counts = lookUps.map(([token, all]) => `${token} ${all?.length}`).toSorted();
  const dns = queries === 0 ? 'no DNS' : 'DNS';
  return [...ofHosts, `API at ${new URL(baseUrl).hostname}; ${[dns, ...counts].join(', ')}`].join('\n');
}

/** The end of its logical name, and what is particular about it. */
function resource({ name, type, inputs, importId }: Run['registrations'][number], host: string): string {
  const tags = (inputs.tags ?? {}) as Readonly<Record<string, string>>;
  const { aliases } = inputs as { readonly aliases?: readonly unknown[] };
  const isAttachment = name.endsWith('-attachment');
  const particular = [
    ...(isAttachment ? [type.split(':').at(-1)] : []),
    ...(isAttachment && aliases?.length === 0 ? ['without alias'] : []),
    ...(tags['retry-of'] ? [`retry of ${tags['retry-of']}`] : []),
    ...(tags['kept-until'] ? [`kept until ${tags['kept-until']}`] : []),
    ...(typeof inputs.value === 'string' && name.endsWith('-redirect') ? [inputs.value] : []),
    ...(importId ? [`imports ${importId}`] : []),
  ];
  const end = name.slice(host.length + 1);
  return particular.length === 0 ? end : `${end} (${particular.join(', ')})`;
}

/** Without the name of what the host is attached to. */
function output(given: HostOutput): string {
  const { blocked, records, role, zone, provider, url, ...rest } = given as Partial<LeftOutHost> &
    DeployedHost;
  const { site: _site, target: _target, ...decided } = rest;
  const types = records.map(({ type, ttl }) => `${type} ${ttl}`).join(', ');
  const codes = blocked && { blocked: blocked.map(({ code }) => code) };
  return `${role} ${url} ${zone ?? provider} ${JSON.stringify({ ...codes, ...decided })} ${types}`.trim();
}

/** A finding's code, and the steps of an owner or of a move by their commands. */
function logged({ kind, text, codes }: Run['log'][number]): string {
  const commands = [...text.matchAll(/domains -- (\w+)|(pulumi up)|(remove) /g)];
  const steps = commands.map(([, command, up, removed]) => command ?? up ?? removed);
  return [`${kind}:`, ...codes, ...(kind === 'owner' || kind === 'move' ? steps : [])].join(' ');
}

test('a strict preflight ends the run with every finding, and nothing is declared', async () => {
  const settings = { preflight: 'strict' } as const;
  const deployment = { api: [API, SHOP], records: [taken, forbidden], settings };
  const text = /2 hosts are blocked; nothing was changed[\s\S]*add +cf\.test[\s\S]*remove +shop/;
  const expected = { code: 'preflight-blocked', message: expect.stringMatching(text) };
  await expect(deploy(deployment)).rejects.toMatchObject(expected);
});

test('a removal from production that is not confirmed ends the run', async () => {
  const before = await deploy(off({ api: [API, SHOP] }));
  const removing = (removals: string[]) =>
    deploy(off({ api: [API], settings: { stack: 'production', removals } }), before);
  await expect(removing([])).rejects.toMatchObject({ problems: [{ code: 'removal-not-confirmed' }] });
  expect(Object.keys((await removing([SHOP])).hosts)).toEqual([API]);
  // A host that failed has nothing to lose.
  const hosts = { ...before.hosts, [SHOP]: { ...before.hosts[SHOP], certificate: 'FAILED' } as HostOutput };
  const kept = { ...before, hosts };
  expect(await deploy(off({ api: [API], settings: { stack: 'production' } }), kept)).toBeDefined();
});

test('a removal that Route 53 would refuse ends the run, with the command that lets it; a web ACL is named', async () => {
  const before = await deploy(off({ docs: [APEX, WWW] }));
  const remove = (protections: Account['protections'], more: Partial<Deployment> = {}) =>
    deploy({ docs: [APEX], account: { protections }, ...more }, before);
  await expect(remove([['CNAME', WWW]])).rejects.toMatchObject({
    problems: [
      {
        code: 'removal-protected',
        what: `"${WWW}" is deployed and no longer declared, and CNAME ${WWW} is protected: its removal would fail`,
        fix: expect.stringMatching(/declare it again, or .*delete-resource-record-set-protections/),
      },
    ],
  });
  const protections = [['CNAME', 'other.r53.test']] as const;
  const account = { protections, guardrails: ['ACTIVE_RECORD_CHECK'] };
  const { log } = await remove([], { webAclId: 'arn:acl', account });
  const text = log.map((one) => one.text.replace(/\s+/g, ' ')).join();
  expect(text).toContain('cancel the flat-rate plan first');
  expect(text).toContain(`the deployment deletes CNAME ${WWW}, and ACTIVE_RECORD_CHECK is on in its zone`);
});

test('a change that would detach a host ends the run: its zone is no longer declared, or it is no longer verified', async () => {
  const before = await deploy(off({ api: [API, SHOP] }));
  const without = (more: Partial<Settings> = {}, state?: typeof before) =>
    deploy(off({ api: [API, SHOP], settings: { zones: [], ...more } }), state);
  const refusal = (path: string, what: string) => ({
    problems: [{ code: 'host-detached', path, what: expect.stringContaining(what) }],
  });
  const zone = refusal('petstore:zones', 'the zone "cf.test"');
  await expect(without({}, before)).rejects.toMatchObject(zone);
  // The records that its owner is said to have set are those of the stack, which the run would delete.
  await expect(without({ verified: [API, SHOP] }, before)).rejects.toMatchObject(zone);
  const verified = await without({ verified: [API, SHOP] });
  const lines = refusal('petstore:verified', `"${API}", "${SHOP}"`);
  await expect(without({}, verified)).rejects.toMatchObject(lines);
  const waiting = await without();
  expect(Object.keys((await without({}, waiting)).hosts)).toEqual([API, SHOP]);
  // The output says it for the commands, which do not read the state.
  const attached = [before, verified, waiting].map(({ hosts }) => deployedIn(hosts).get(SHOP)?.attached);
  expect(attached).toEqual([true, true, false]);
});

test('the log of a host that may be adopted names what exists of it, and the id that is missing', async () => {
  const { log } = await deploy({
    ...{ api: [SHOP], account: live, records: [liveRecord], settings: { adopt: [{ host: SHOP }] } },
  });
  const text = log.map((one) => one.text.replace(/\s+/g, ' ')).join();
  for (const words of ['arn:existing', 'the domain name d-shop', '(TTL 300)', 'get-api-mappings'])
    expect(text).toContain(words);
});
