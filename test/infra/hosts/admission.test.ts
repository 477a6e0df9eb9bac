// The program runs the preflight of each of its hosts before it declares any, over real DNS sockets.

import { runProgram } from '@petstore/local-cloud/engine/run-program';
import * as pulumi from '@pulumi/pulumi';
import { afterEach, describe, expect, test } from 'vitest';
import type { MoveSetting } from '../../../infra/config/moves.ts';
import type { PreflightMode } from '../../../infra/config/settings.ts';
import type { HostOutput } from '../../../infra/hosts/host-output.ts';
import { planStack } from '../../../infra/plan/plan-stack.ts';
import { declareStack } from '../../../infra/program.ts';
import {
  type Misbehaviour,
  startDns,
  type TestDns,
} from '../../../packages/custom-domains/test/preflight/dns-server.ts';
import type { Internet } from '../../../packages/custom-domains/test/preflight/internet.ts';
import { coded, rewritten } from '../../../packages/custom-domains/test/preflight/scenario.ts';
import { readContract } from '../../../service/openapi-source.ts';
import { settings } from '../plan/settings.ts';
import { answer, type Previous, type Recording, record } from '../recorder.ts';

const ZONE = 'petstore.test';
const SERVERS = ['127.0.0.11', '127.0.0.12'];
const FORBIDDEN = `forbidden.${ZONE} CAA 0 issue letsencrypt.org`;

let dns: TestDns | undefined;
const closeDns = async () => {
  await dns?.close();
  dns = undefined;
};
afterEach(closeDns);

interface Stack {
  readonly api?: readonly string[];
  readonly docs?: string;
  readonly redirects?: readonly { from: string; to: string }[];
  /** Records of petstore.test, as zone-file lines. */
  readonly records?: readonly string[];
  /** Names that no server responds to. */
  readonly silent?: string;
  readonly more?: Internet;
  readonly misbehave?: Misbehaviour;
  readonly mode?: PreflightMode;
  readonly moving?: readonly MoveSetting[];
  readonly verified?: readonly string[];
  readonly previous?: Previous;
  /** Columns of the log. */
  readonly width?: number;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

interface Run extends Recording {
  /** Hosts whose certificate was declared. */
  readonly declared: readonly string[];
  readonly log: readonly string[];
}

async function run({
  api,
  docs,
  redirects = [],
  records,
  silent,
  more,
  misbehave,
  mode = 'on',
  moving = [],
  verified = [],
  previous,
  width,
  now,
}: Stack): Promise<Run> {
  dns = await startDns(
    { [ZONE]: { on: SERVERS, records }, ...more },
    {
      misbehave:
        misbehave ?? (({ name }) => (silent !== undefined && name.endsWith(silent) ? [] : undefined)),
    },
  );
  const [primary, ...domains] = api ?? [];
  const plan = planStack(
    settings({
      stack: 'staging',
      preflight: mode,
      moving,
      verified,
      zones: [{ name: ZONE, provider: 'cloudflare', zoneId: '023e105f4ecef8ad9ca31a8372d0c353' }],
      api: { ...(primary && { primary }), domains, redirects: [] },
      docs: {
        ...(docs && { primary: docs }),
        domains: [],
        redirects: redirects.map(({ from, to }) => ({ from, to: `https://${to}`, status: 308 as const })),
      },
    }),
  );
  const log: string[] = [];
  const options = {
    ...(now !== undefined && { now: () => now }),
    dns: { resolver: dns.resolver, authorityPort: dns.port, timeoutMs: 500, tries: 2 },
    log: {
      ...(width !== undefined && { width }),
      leftOut: (host: string, findings: string) => void log.push(`left out ${host}\n${findings}`),
      warn: (host: string, findings: string) => void log.push(`warning ${host}\n${findings}`),
      waits: (host: string, next: string, what: string) => void log.push(`${what} ${host}\n${next}`),
    },
  };
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': new pulumi.asset.StringAsset('code') });
  const artifacts = {
    functionCode,
    checksCode: new pulumi.asset.StringAsset('code'),
    openapi: JSON.parse(readContract()),
  };
  const recording = await record(() => declareStack(plan, artifacts, options), 'staging', {
    nameServers: [1, 2].map((n) => `ns${n}.${ZONE}`),
    ...previous,
  });
  const certificates = recording.registrations.filter(({ name }) => name.endsWith('-certificate'));
  return { ...recording, log, declared: certificates.map(({ inputs }) => String(inputs.domainName)).sort() };
}

/** The host in the outputs of a run. */
const hostOf = ({ outputs }: Recording, host: string) =>
  (outputs.hosts as Readonly<Record<string, Partial<HostOutput>>>)[host] ?? {};

/** The state after an earlier deployment of those hosts: resources and outputs. */
async function deployed(stack: Stack): Promise<Previous> {
  return stateAfter(await run({ ...stack, mode: 'off' }));
}

async function stateAfter({ registrations, outputs }: Run): Promise<Previous> {
  await closeDns();
  const resources = registrations.map((one) => [one.urn, answer(one).outputs] as const);
  return { outputs, resources: Object.fromEntries(resources) };
}

/** The SOA of another zone of that name. */
function otherZone(reply: Buffer): Buffer {
  const data = { mname: 'carl.ns.cloudflare.test', rname: 'dns.cloudflare.test', serial: 9 };
  return rewritten(coded(reply, 0, true), { answers: [{ type: 'SOA', name: ZONE, ttl: 60, data }] });
}

const hostsOf = ({ outputs }: Run) =>
  outputs.hosts as Record<string, { blocked?: { code: string; fix: string }[]; certificate?: string }>;

const A = `api.${ZONE}`;
const B = `taken.${ZONE}`;
const TAKEN = [`${B} A 192.0.2.1`];

describe('a new host', () => {
  test('that is blocked is reported in the columns of whoever reads the log', async () => {
    const ran = await run({ api: [A, B], records: TAKEN, width: 50 });
    const [, ...lines] = ran.log.join('\n').split('\n');
    // Records are never broken.
    const text = lines.filter((line) => !/ IN | [+-] |^ +(remove|set)/.test(line));
    expect(text.length).toBeGreaterThan(3);
    expect(Math.max(...text.map(({ length }) => length))).toBeLessThanOrEqual(50);
  });

  test('that is blocked is left out, and the others are declared', async () => {
    const ran = await run({ api: [A, B, `shop.forbidden.${ZONE}`], records: [...TAKEN, FORBIDDEN] });
    expect(ran.declared).toEqual([A]);
    expect(ran.registrations.filter(({ name }) => name.includes(B))).toEqual([]);
    expect(hostsOf(ran)[B]).toMatchObject({
      blocked: [{ code: 'conflicting-record', records: [{ action: 'remove', name: B, value: '192.0.2.1' }] }],
      records: [],
    });
    expect(hostsOf(ran)[B]).not.toHaveProperty('certificate');
    expect(hostsOf(ran)[A]?.certificate).toBe('ISSUED');
    expect(ran.log.map((text) => text.split('\n')[0])).toEqual([
      `left out ${B}`,
      `left out shop.forbidden.${ZONE}`,
    ]);
    expect(ran.log.join('\n')).toMatch(/caa-blocks-authority[\s\S]*0 issue "amazon.com"/);
  });

  test('that could not be read is left out, with that reason', async () => {
    const ran = await run({ api: [A, `dark.${ZONE}`], silent: `dark.${ZONE}` });
    expect(ran.declared).toEqual([A]);
    expect(hostsOf(ran)[`dark.${ZONE}`]?.blocked).toMatchObject([{ code: 'dns-unreadable' }]);
  });

  test('that is the primary: the site stays at its default address', async () => {
    const ran = await run({ api: [B, A], records: TAKEN });
    expect(ran.outputs.baseUrl).toBe('https://a1b2c3.execute-api.eu-west-1.amazonaws.com/v1');
  });

  test('of another owner is declared, and the log says what is next; of a host of the stack it says nothing', async () => {
    const partner = 'pets.partner.test';
    const ran = await run({ api: [A, partner], more: { 'partner.test': { on: SERVERS, records: [] } } });
    expect(ran.declared).toEqual([A, partner]);
    const [line, ...others] = ran.log;
    expect(line).toContain(`owner ${partner}\n`);
    expect(line).toContain(`npm run domains -- records ${partner} --stack staging`);
    expect(others).toEqual([]);
  });

  test('of another owner, over an old record: to wait for the new one is said of the API alone', async () => {
    const partner = 'pets.partner.test';
    const more = { 'partner.test': { on: SERVERS, records: [`${partner} CNAME old.partner.test`] } };
    const wait = 'replace it once the record to set is known';
    const docs = (await run({ api: [A], docs: partner, more })).log.join('\n');
    await closeDns();
    const api = (await run({ api: [A, partner], more })).log.join('\n');
    expect(docs).toContain('cname-elsewhere');
    expect([docs, api].map((log) => log.includes(wait))).toEqual([false, true]);
    await closeDns();
    const leftOut = (await run({ api: [A, partner], more, verified: [partner] })).log.join('\n');
    expect(leftOut).toContain(`left out ${partner}\n`);
    expect(leftOut).not.toContain(wait);
    expect(leftOut).toMatch(/^ *remove it; where it leads to what still serves visitors/m);
  });

  test('of another owner, of the API: from the run that attaches it, its owner is waited for', async () => {
    const partner = 'pets.partner.test';
    const having = (...records: string[]) => ({
      'partner.test': {
        on: SERVERS,
        records: [`_token.${partner} CNAME _proof.acm-validations.aws`, ...records],
      },
    });
    const stack = { api: [A, partner], more: having() };
    const requested = await deployed(stack);
    const verified = { ...stack, verified: [partner] };
    // The recorder has no tags, by which a run finds out what became of a certificate that it waits for.
    const ofPreflight = ({ log }: Run) =>
      log.filter((one) => one.includes(partner) && !one.includes('what became of its certificate'));
    const attaching = await run({
      ...verified,
      more: having(`${partner} CNAME old.partner.test`),
      previous: requested,
    });
    const { routingAwaitedUntil } = hostOf(attaching, partner);
    expect(Date.parse(String(routingAwaitedUntil)) - Date.now()).toBeGreaterThan(6 * 86_400_000);
    expect(ofPreflight(attaching)).toEqual([
      expect.stringContaining('cname-elsewhere'),
      expect.stringContaining('its owner sets its routing record'),
    ]);
    const attached = await stateAfter(attaching);

    const waiting = await run({ ...verified, previous: attached });
    expect(ofPreflight(waiting)).toEqual([
      `owner ${partner}\n  its owner sets its routing record: npm run domains -- records ${partner} --stack staging\n  once it is set: npm run domains -- status ${partner} --stack staging`,
    ]);
    await closeDns();

    const target = String(hostOf(waiting, partner).target);
    const more = having(`${partner} CNAME ${target}`);
    const live = await run({ ...verified, more, previous: attached });
    expect(hostOf(live, partner).routingAwaitedUntil).toBeUndefined();
    await closeDns();

    const lost = await run({ ...verified, previous: { ...attached, outputs: live.outputs } });
    expect(ofPreflight(lost)[0]).toMatch(/^warning .*\n.*no routing record/);
    await closeDns();

    const before = { ...attached, outputs: live.outputs };
    const moved = await run({ api: [A], docs: partner, verified: [partner], more, previous: before });
    expect(ofPreflight(moved).map((one) => one.split('\n')[1])).toEqual([
      expect.stringContaining('remembered-for'),
      `  once this is deployed, its owner replaces its routing record with the new one: npm run domains -- records ${partner} --stack staging`,
    ]);
  });

  test('that redirects to a blocked one waits for it', async () => {
    const ran = await run({ api: [A], docs: B, redirects: [{ from: `www.${ZONE}`, to: B }], records: TAKEN });
    expect(ran.declared).toEqual([A]);
    expect(hostsOf(ran)[`www.${ZONE}`]?.blocked).toMatchObject([{ code: 'target-blocked' }]);
  });
});

describe('the name servers of the declared zone', () => {
  test('are others than those it is delegated to: the host is left out', async () => {
    const nameServers = ['carl.ns.cloudflare.test'];
    const carl = {
      'cloudflare.test': { on: ['127.0.0.15'], records: ['carl.ns.cloudflare.test A 127.0.0.15'] },
    };
    const misbehave: Misbehaviour = ({ server, type }, reply) =>
      server === '127.0.0.15' && type === 'SOA' ? [otherZone(reply)] : undefined;
    const ran = await run({ api: [A], previous: { nameServers }, more: carl, misbehave });
    expect(ran.declared).toEqual([]);
    expect(hostsOf(ran)[A]?.blocked).toMatchObject([{ code: 'wrong-zone' }]);
  });

  test('are looked up once for each zone', async () => {
    const ran = await run({ api: [A, B] });
    expect(ran.invokes.filter((token) => token === 'cloudflare:index/getZone:getZone')).toHaveLength(1);
  });

  test('cannot be looked up: a warning with the reason of the API', async () => {
    const ran = await run({ api: [A], previous: { refuses: 'Invalid zone identifier' } });
    expect(ran.declared).toEqual([A]);
    expect(ran.log.join()).toMatch(/zone-unconfirmed[\s\S]*Invalid zone\s+identifier/);
  });

  test('are not looked up where the preflight is off', async () => {
    expect((await run({ api: [A], mode: 'off' })).invokes).toEqual([]);
  });
});

describe('the other modes', () => {
  test('strict ends the run with every finding, and nothing is declared', async () => {
    const strict = run({
      api: [A, B, `shop.forbidden.${ZONE}`],
      records: [...TAKEN, FORBIDDEN],
      mode: 'strict',
    });
    await expect(strict).rejects.toThrow(/2 hosts are blocked; nothing was changed/);
    await expect(strict).rejects.toThrow(/remove +taken\.petstore\.test/);
    await expect(strict).rejects.toThrow(/add +forbidden\.petstore\.test/);
  });

  test('strict declares everything where no host is blocked', async () => {
    expect((await run({ api: [A], mode: 'strict' })).declared).toEqual([A]);
  });

  test('off reads no DNS', async () => {
    const ran = await run({ api: [A, B], records: TAKEN, mode: 'off' });
    expect(ran.declared).toEqual([A, B]);
    expect(dns?.queries).toEqual([]);
  });
});

describe('a host that moves in', () => {
  const OLD = { type: 'CNAME', value: 'shops.platform.example' };
  const moving = [{ host: B, replaces: [OLD] }];
  const stack: Stack = { api: [A, B], records: [`${B} CNAME ${OLD.value}`], moving };

  test.each<PreflightMode>(['on', 'off'])('is mentioned with the next step: %s', async (mode) => {
    const ran = await run({ ...stack, mode });
    expect(ran.declared).toEqual([A, B]);
    const log = ran.log.filter((text) => text.includes(B));
    expect(log).toHaveLength(1);
    expect(log.join().replace(/\s+/g, ' ')).toContain(`npm run domains -- move ${B} --stack staging`);
  });

  test('that is left out has its findings alone', async () => {
    const forbidden = `shop.forbidden.${ZONE}`;
    const ran = await run({ api: [A, forbidden], records: [FORBIDDEN], moving: [{ host: forbidden }] });
    expect(ran.log.map((text) => text.split('\n')[0])).toEqual([`left out ${forbidden}`]);
  });
});

describe('a deployed host', () => {
  const own = `${A} CNAME d-${A}.execute-api.eu-west-1.amazonaws.com`;

  test('with its own records is not mentioned', async () => {
    const previous = await deployed({ api: [A] });
    const ran = await run({
      api: [A],
      records: [own, `_token.${A} CNAME _proof.acm-validations.aws`],
      previous,
    });
    expect(ran.log).toEqual([]);
    expect(ran.declared).toEqual([A]);
  });

  test('is never left out: what would block a new one is a warning, its own records apart', async () => {
    const previous = await deployed({ api: [A] });
    const caa = `${ZONE} CAA 0 issue letsencrypt.org`;
    const ran = await run({ docs: A, api: [`other.${ZONE}`], records: [own, caa], previous });
    expect(ran.declared).toContain(A);
    expect(ran.declared).not.toContain(`other.${ZONE}`);
    const text = ran.log.find((one) => one.startsWith(`warning ${A}`));
    expect(text).toMatch(/caa-blocks-authority/);
    expect(text).not.toMatch(/conflicting-record|cname-elsewhere/);
  });

  test('whose name points elsewhere meanwhile is a warning too', async () => {
    const previous = await deployed({ api: [A] });
    const ran = await run({ api: [A], records: [`${A} CNAME elsewhere.example`], previous });
    expect(ran.declared).toEqual([A]);
    expect(ran.log.join()).toMatch(/warning [^\n]+\n +cname-elsewhere/);
  });

  test('keeps the attachment that it left until its time, and no longer', async () => {
    const start = Date.parse('2027-01-31T12:00:00Z');
    const previous = await deployed({ api: [A] });
    const moved = await stateAfter(await run({ docs: A, mode: 'off', previous, now: start }));
    const attachmentsAfter = async (ms: number) => {
      const ran = await run({ docs: A, mode: 'off', previous: moved, now: start + ms });
      await closeDns();
      const ofHost = ran.registrations.filter(
        ({ name }) => name.startsWith(A) && name.endsWith('-attachment'),
      );
      return ofHost.map(({ type }) => type).sort();
    };
    const distribution = 'aws:cloudfront/distribution:Distribution';
    expect(await attachmentsAfter(1)).toEqual(['aws:apigatewayv2/domainName:DomainName', distribution]);
    expect(await attachmentsAfter(86_400_000)).toEqual([distribution]);
  });

  test('that will redirect to a blocked host keeps serving until that one exists', async () => {
    const old = `docs.${ZONE}`;
    const previous = await deployed({ docs: old });
    const change = { docs: B, redirects: [{ from: old, to: B }], previous };
    const blocked = await run({ ...change, records: TAKEN });
    expect(blocked.declared).toEqual([old]);
    expect(blocked.registrations.map(({ name }) => name)).not.toContain(`${old}-redirect`);
    expect(blocked.log.join()).toMatch(/warning [^\n]+\n +target-blocked/);
    await closeDns();
    const fixed = await run(change);
    expect(fixed.declared).toEqual([old, B].sort());
    expect(fixed.registrations.map(({ name }) => name)).toContain(`${old}-redirect`);
  });
});

test('a state that cannot be read ends the run: which hosts are new is not known then', async () => {
  const plan = planStack(settings({ stack: 'staging' }));
  const functionCode = new pulumi.asset.AssetArchive({});
  const backend = {
    register: () => Promise.reject(new Error('nothing may be registered')),
    previousOutputs: () => ({}),
    previousResources: () => {
      throw new Error('the backend is away');
    },
    invoke: () => Promise.resolve({}),
  };
  const program = () =>
    declareStack(plan, { functionCode, checksCode: new pulumi.asset.StringAsset('code'), openapi: {} });
  const { error } = await runProgram(program, backend, { project: 'petstore', stack: 'staging' });
  expect(error?.message).toMatch(
    /petstore\/staging could not be read.*nothing was changed: .*the backend is away/,
  );
});
