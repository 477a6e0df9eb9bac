// An external host: where it stands, and the next step that every command prints.
import type { Finding, FindingCode } from '@petstore/custom-domains/preflight';
import { expect, test } from 'vitest';
import {
  type ExternalFacts,
  externalStage,
  laterFindings,
  nextSteps,
  openFindings,
} from '../../../infra/hosts/external-host.ts';
import { ownersRemoval } from '../../../infra/hosts/external-removal.ts';
import { planHost } from '../../../infra/plan/plan-host.ts';

const host = 'shop.partner.example';

function facts(
  verified: boolean,
  codes: readonly FindingCode[],
  more: Partial<ExternalFacts>,
): ExternalFacts {
  const context = {
    ...{ region: 'eu-west-1', zones: [], adopt: [], moving: [], verified: verified ? [host] : [] },
    ttl: { default: 3600, hosts: {} },
  };
  const findings = codes.map(
    (code): Finding => ({ code, severity: 'info', host, found: '', why: '', fix: '', records: [] }),
  );
  const plan = planHost({ host, site: 'docs', role: 'domain' }, context);
  return { plan, findings, certificate: 'PENDING_VALIDATION', target: 'd1.cloudfront.net', ...more };
}

const LEFT = { action: 'remove', name: host, type: 'CNAME', value: 'd1.cloudfront.net', ttl: 300 } as const;

const atGateway = (given: ExternalFacts): ExternalFacts => ({
  ...given,
  plan: { ...given.plan, target: 'gateway' },
});

const UNDEPLOYED = { certificate: undefined, target: undefined };

test.each<[string, ExternalFacts, string, readonly string[]]>([
  ['not deployed', facts(false, [], UNDEPLOYED), 'undeployed', ['records']],
  ['its deployment failed', facts(true, [], { certificate: 'FAILED' }), 'undeployed', ['records']],
  ['this run requests its certificate', facts(false, [], { isNew: true }), 'unset', ['records', 'verify']],
  ['a record is missing', facts(false, ['record-missing'], {}), 'unset', ['records', 'verify']],
  ['its old record is there', facts(false, ['cname-elsewhere'], {}), 'unset', ['records', 'verify']],
  [
    'its old record is there, and its target not known',
    facts(false, ['cname-elsewhere'], { target: undefined }),
    'unverified',
    ['verify'],
  ],
  ['its records are right', facts(false, ['already-configured'], {}), 'unverified', ['verify']],
  ['verified', facts(true, ['already-configured'], {}), 'unattached', ['pulumi up']],
  ['issued', facts(true, ['record-missing'], { certificate: 'ISSUED' }), 'unrouted', ['records', 'status']],
  [
    'new, with the old record of its name',
    facts(false, ['cname-elsewhere'], { isNew: true, target: undefined }),
    'unset',
    ['records', 'verify'],
  ],
  [
    'live, and attached elsewhere by this run',
    facts(true, ['already-configured'], {
      ...{ certificate: 'ISSUED', target: undefined },
      leaving: LEFT,
    }),
    'unrouted',
    ['records', 'status'],
  ],
  ['live', facts(true, ['already-configured'], { certificate: 'ISSUED' }), 'live', []],
  [
    'of an apex, whose target is not known',
    facts(false, ['apex-needs-alias', 'remembered-for'], { target: undefined }),
    'unverified',
    ['verify'],
  ],
  [
    'not verified, and leaves what it was attached to for a distribution: its record is known after this run',
    facts(false, ['already-configured'], { target: undefined, leaving: LEFT }),
    'unset',
    ['records', 'verify'],
  ],
  [
    'not verified, and leaves it for a gateway: its record is known once it is attached',
    atGateway(facts(false, ['already-configured'], { target: undefined, leaving: LEFT })),
    'unverified',
    ['verify'],
  ],
])('%s', (_, given, stage, commands) => {
  expect(externalStage(given)).toBe(stage);
  const steps = nextSteps(given, { stack: 'production' });
  expect(steps.map(({ command }) => command)).toEqual(
    commands.map((name) =>
      name === 'pulumi up'
        ? 'pulumi up --stack production'
        : `npm run domains -- ${name} ${host} --stack production`,
    ),
  );
});

test('what prevents the verification, and what its owner changes only after it', () => {
  const routing = ['conflicting-record', 'cname-elsewhere'] as const;
  const { findings } = facts(false, [...routing, 'caa-blocks-authority', 'wildcard-hidden'], {});
  const codes = (list: readonly Finding[]) => list.map(({ code }) => code);
  expect(codes(openFindings(findings, false))).toEqual([...routing, 'caa-blocks-authority']);
  expect(codes(laterFindings(findings, false))).toEqual([]);
  expect(codes(openFindings(findings, true))).toEqual(['caa-blocks-authority']);
  expect(codes(laterFindings(findings, true))).toEqual(routing);
});

test('a host in a declared zone has none: the stack sets its records', () => {
  const given = facts(false, [], UNDEPLOYED);
  const plan = { ...given.plan, zone: { provider: 'route53', name: 'partner.example' } as const };
  expect(externalStage({ ...given, plan })).toBeUndefined();
  expect(nextSteps({ ...given, plan }, { stack: 'production' })).toEqual([]);
});

test('on the local cloud, the file that has its records', () => {
  const steps = nextSteps(facts(false, ['record-missing'], {}), {
    stack: 'local',
    internetFile: 'cli/local/internet.zone',
  });
  expect(steps).toEqual([
    {
      when: 'its owner sets its records; on the local cloud, this command does, in its zone file',
      command: `npm run --silent domains -- records ${host} --format zone >> cli/local/internet.zone`,
    },
    { when: 'once they are set', command: `npm run domains -- verify ${host}` },
  ]);
});

test('on the local cloud, the line that a new record replaces: beside it the zone file is refused', () => {
  const record = { name: host, type: 'CNAME', ttl: 300 } as const;
  const given = facts(true, ['cname-elsewhere', 'caa-blocks-authority'], { certificate: 'ISSUED' });
  const findings = given.findings.map(
    (one): Finding => ({
      ...one,
      records: [
        { action: 'remove', ...record, value: `old.${one.code}.test` },
        { action: 'add', ...record, value: 'd1.cloudfront.net' },
      ],
    }),
  );
  const first = (more: Partial<ExternalFacts>, internetFile?: string) =>
    nextSteps({ ...given, findings, ...more }, { stack: 'local', internetFile })[0]?.when;
  const line = `"${host}.  300  IN  CNAME  old.cname-elsewhere.test."`;
  const replaced = `on the local cloud, first delete ${line} from internet.zone, then run this`;
  expect(first({}, 'internet.zone')).toBe(`its owner replaces its routing record; ${replaced}`);
  expect(first({ findings: given.findings }, 'internet.zone')).toContain(
    'this command does, in its zone file',
  );
  const added = { certificate: 'PENDING_VALIDATION', target: undefined, isNew: true };
  const declared = facts(false, [], added).plan;
  expect(first({ ...added, plan: declared }, 'internet.zone')).toBe(
    `its owner replaces its records; ${replaced}`,
  );
  const gateway = { ...declared, target: 'gateway' } as const;
  expect(first({ ...added, plan: gateway }, 'internet.zone')).not.toContain('delete');
  const waiting = facts(false, [], { target: undefined });
  const unknown = { ...waiting, findings: [...findings, ...facts(false, ['record-missing'], {}).findings] };
  expect(nextSteps(unknown, { stack: 'local', internetFile: 'internet.zone' })[0]?.when).not.toContain(
    'delete',
  );
  expect(first({})).toBe('its owner sets its routing record');
});

test('removed: the records that its owner deletes, or the command that lists them', () => {
  const record = {
    ...({ purpose: 'routing', type: 'CNAME' } as const),
    ...{ name: host, value: 'd1.cloudfront.net', ttl: 3600 },
  };
  expect(ownersRemoval([record], { stack: 'production' })?.records).toEqual([
    `remove  ${host}.  3600  IN  CNAME  d1.cloudfront.net.`,
  ]);
  const unknown = ownersRemoval(undefined, { stack: 'production' });
  expect(ownersRemoval([], { stack: 'production' })).toBeUndefined();
  expect(unknown?.what).toContain('pulumi stack output hosts --stack production');
});

test('at an apex, every line that may have its addresses: DNS does not show which has them', () => {
  const given = facts(true, ['conflicting-record'], { certificate: 'ISSUED' });
  const added = { action: 'add', name: host, type: 'ALIAS', value: 'd1.cloudfront.net', ttl: 3600 } as const;
  const findings = given.findings.map((one): Finding => ({ ...one, records: [added] }));
  const apex = { ...given, findings, plan: { ...given.plan, apex: true } };
  const [first] = nextSteps(apex, { stack: 'local', internetFile: 'internet.zone' });
  expect(first?.when).toBe(
    `its owner replaces its routing record; on the local cloud, first delete the ALIAS, A and AAAA lines of ${host} from internet.zone, then run this`,
  );
});

test('at an apex, an ALIAS that leads to nothing is not seen: where the routing record is set, an older one is named', () => {
  const when = (more: Partial<ExternalFacts>, ...codes: FindingCode[]) => {
    const given = facts(false, codes, { certificate: 'PENDING_VALIDATION', target: undefined, isNew: true });
    const apex = { ...given, plan: { ...given.plan, apex: true }, ...more };
    return nextSteps(apex, { stack: 'local', internetFile: 'internet.zone' })[0]?.when;
  };
  const gateway = { ...facts(false, [], {}).plan, apex: true, target: 'gateway' } as const;
  const sets = 'its owner sets its records; on the local cloud, this command does, in its zone file';
  expect(when({})).toBe(`${sets}, where an older ALIAS line of ${host} is deleted first`);
  expect(when({}, 'already-configured')).toBe(sets);
  expect(when({ plan: gateway })).toBe(sets);
});

test('what no record fixes is not answered with the records: first it is fixed, with them or alone', () => {
  const steps = (...codes: FindingCode[]) =>
    nextSteps(facts(false, codes, {}), { stack: 'production' }).map(({ when, command }) => [
      when,
      command.split(' ')[4],
    ]);
  expect(steps('caa-blocks-authority', 'already-configured')).toEqual([
    ['once what is found is fixed', 'verify'],
  ]);
  expect(steps('caa-blocks-authority', 'record-missing')).toEqual([
    ['its owner sets its records', 'records'],
    ['once they are set, and what else is found is fixed', 'verify'],
  ]);
  expect(steps('doubled-name', 'record-missing')).toEqual([
    ['its owner sets its records', 'records'],
    ['once they are set', 'verify'],
  ]);
});
