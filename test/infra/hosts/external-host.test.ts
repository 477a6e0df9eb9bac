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

const FILE = 'internet.zone';
const SETS = 'its owner sets its records; on the local cloud, this command does, in its zone file';
const replaces = (what: string, lines: string) =>
  `its owner replaces ${what}; on the local cloud, first delete ${lines} from ${FILE}, then run this`;
const OLD_LINE = `"${host}.  300  IN  CNAME  old.cname-elsewhere.test."`;
const ADDRESS_LINES = `the ALIAS, A and AAAA lines of ${host}`;

/** Each finding has a record to remove, named by its code, and one to add. */
function found(...codes: FindingCode[]): readonly Finding[] {
  const record = { name: host, type: 'CNAME', ttl: 300 } as const;
  return facts(false, codes, {}).findings.map((one) => ({
    ...one,
    records: [
      { action: 'remove', ...record, value: `old.${one.code}.test` },
      { action: 'add', ...record, value: 'd1.cloudfront.net' },
    ],
  }));
}
const atApex = (given: ExternalFacts): ExternalFacts => ({ ...given, plan: { ...given.plan, apex: true } });
const NEW = { certificate: 'PENDING_VALIDATION', target: undefined, isNew: true };
const replaced = found('cname-elsewhere', 'caa-blocks-authority');

test.each<[string, ExternalFacts, string]>([
  ['the file has its records', facts(false, ['record-missing'], {}), SETS],
  [
    'the line that a new record replaces goes first: beside it the file is refused',
    facts(true, [], { certificate: 'ISSUED', findings: replaced }),
    replaces('its routing record', OLD_LINE),
  ],
  [
    'also that of a new host',
    facts(false, [], { ...NEW, findings: replaced }),
    replaces('its records', OLD_LINE),
  ],
  [
    'not that of a host of the API, whose record is not known yet',
    atGateway(facts(false, [], { ...NEW, findings: replaced })),
    SETS,
  ],
  [
    'at an apex, every line that may have its addresses: DNS does not show which has them',
    atApex(facts(true, [], { certificate: 'ISSUED', findings: found('conflicting-record') })),
    replaces('its routing record', ADDRESS_LINES),
  ],
  [
    'at an apex, also an ALIAS that leads to nothing, which DNS does not show',
    atApex(facts(false, [], NEW)),
    `${SETS}, where an older ALIAS line of ${host} is deleted first`,
  ],
  ['at an apex, not where its record is right', atApex(facts(false, ['already-configured'], NEW)), SETS],
  ['at an apex, not where it is not known yet', atApex(atGateway(facts(false, [], NEW))), SETS],
])('on the local cloud, %s', (_, given, when) => {
  const [first] = nextSteps(given, { stack: 'local', internetFile: FILE });
  expect(first?.when).toBe(when);
  expect(first?.command).toBe(`npm run --silent domains -- records ${host} --format zone >> ${FILE}`);
});

test.each<[readonly FindingCode[], readonly string[]]>([
  [['caa-blocks-authority', 'already-configured'], ['once what is found is fixed']],
  [
    ['caa-blocks-authority', 'record-missing'],
    ['its owner sets its records', 'once they are set, and what else is found is fixed'],
  ],
  [
    ['doubled-name', 'record-missing'],
    ['its owner sets its records', 'once they are set'],
  ],
])('what no record fixes is fixed first, with the records or alone: %j', (codes, whens) => {
  const steps = nextSteps(facts(false, codes, {}), { stack: 'production' });
  expect(steps.map(({ when }) => when)).toEqual(whens);
});

test('removed: the records that its owner deletes, or the command that lists them', () => {
  const record = {
    purpose: 'routing',
    type: 'CNAME',
    name: host,
    value: 'd1.cloudfront.net',
    ttl: 3600,
  } as const;
  const stack = 'production';
  expect(ownersRemoval([], { stack })).toBeUndefined();
  expect(ownersRemoval([record], { stack })?.records).toEqual([
    `remove  ${host}.  3600  IN  CNAME  d1.cloudfront.net.`,
  ]);
  const list = `pulumi stack output hosts --stack ${stack}`;
  expect(ownersRemoval(undefined, { stack })).toMatchObject({
    commands: [list],
    what: expect.stringContaining(list),
  });
  expect(ownersRemoval(undefined, { stack: 'local' })?.commands).toBeUndefined();
});
