// What the findings of the package say to the user of a stack of petstore, and of the local stack, whose files and commands it does not know.
import { registrableName } from '@petstore/custom-domains/names';
import type { Command } from '@petstore/custom-domains/output';
import type { Finding, FindingCode, RecordChange } from '@petstore/custom-domains/preflight';
import { type Audience, domainsCommand, refreshOf } from '../plan/stack-option.ts';
import type { HostPlan } from '../plan/types.ts';

type CommandOf = (name: 'move' | 'adopt') => Command;

/** Fixes are other ones on the local stack: nobody deploys it with Pulumi's command line, and its user owns all of its DNS. */
export function voiced(plan: HostPlan, findings: readonly Finding[], audience: Audience): Finding[] {
  const { stack, internetFile } = audience;
  const command: CommandOf = (name) => domainsCommand(name, plan.host, audience);
  const said = findings.map((one) => ({ ...one, ...stackFix(one, command) }));
  if (stack !== 'local') return said;
  const isElsewhere = said.some(({ code }) => code === 'zone-unconfirmed');
  // Without a running local cloud, another DNS was read (`--resolver`), and the finding's own fix holds.
  return said.map((one) =>
    one.code === 'dns-unreadable' && internetFile === undefined
      ? one
      : localFix(one, plan, command('adopt'), internetFile, isElsewhere),
  );
}

/** By the kind of the remedy: the command, or the words, that the package's fix ends with for who has petstore's files and commands. */
const ENDS = {
  'move-in': (command: CommandOf) => command('move'),
  'end-zone': ': declare it in petstore:zones with who serves it',
  'other-zone': ': use the credentials of its account, and declare its id in petstore:zones',
  'compare-servers': '; pulumi preview does so, where its credentials may read the zone',
  adopt: (command: CommandOf) => command('adopt'),
  adopted: ': drop the line of petstore:adopt',
  'read-account': ': drop it from petstore:adopt',
  'set-again': '',
} as const satisfies Record<NonNullable<Finding['remedy']>['kind'], unknown>;

function stackFix({ fix, remedy }: Finding, commandOf: CommandOf): Partial<Finding> {
  if (remedy === undefined) return {};
  // No command fills the id in.
  if (remedy.kind === 'adopt' && remedy.missingId !== undefined) return { fix: `in petstore:adopt, ${fix}` };
  const end = ENDS[remedy.kind];
  if (typeof end === 'string') return { fix: `${fix}${end}` };
  const command = end(commandOf);
  return { fix: `${fix}: ${command}`, command };
}

/** All of the local internet is one zone file and one server on this machine, which responds without a network. */
const LOCAL_FIX: Partial<Record<FindingCode, string>> = {
  'dns-unreadable':
    'see there whether CNAMEs at or below this name lead in a circle, or an NS record leads to a server whose address is not 127.0.0.1; then run it again, without --resolver, while npm run local runs',
  'lame-delegation':
    'remove the NS record; or add an SOA record beside it and 127.0.0.1 as the address of its server, which make the name a zone of its own',
};

/** Clients refuse the certificates of the local cloud for any other name. */
const SERVED = /\.(localhost|test|example|invalid)$/;

/** `isElsewhere`: the file has the declared zone, so that what the stack sets is not served. */
function localFix(
  one: Finding,
  { host, adopt, target, zone }: HostPlan,
  takeOver: Command,
  file = 'the zone file',
  isElsewhere = false,
): Finding {
  const { code, remedy, records } = one;
  const saying = (fix: string, changes = records) => ({ ...one, fix, records: changes });
  const name = zone.provider === 'external' ? registrableName(host) : zone.name;
  if (code === 'no-such-zone' && !SERVED.test(host))
    return saying('use a name below .localhost, .test, .example or .invalid', []);
  if (code === 'no-such-zone') {
    const fix = `declare ${name} in petstore:zones, or fix the spelling; or, where the zone is another's, add it to ${file}`;
    return saying(fix, zoneRecords(name));
  }
  if (isElsewhere && ['zone-unconfirmed', 'record-missing'].includes(code))
    return saying(`in ${file}: delete the SOA and the NS record of ${name}, which put it elsewhere`);
  if (code === 'adoptable' && adopt === undefined) {
    const earlier = target === 'gateway' ? '; an API host of a lost state cannot be: start with --fresh' : '';
    return saying(`take it over: ${takeOver}${earlier}`);
  }
  if (remedy?.kind === 'set-again') return saying(refreshOf('local'));
  if (remedy?.kind === 'end-zone') {
    // Both sides of a delegation are in one zone file, which is refused where an SOA is left without its NS records.
    const fix = `declare ${remedy.zone} in petstore:zones with who serves it; or delete its SOA and its NS records from ${file}`;
    return saying(fix, [...(remedy.soa ? [{ action: 'remove' as const, ...remedy.soa }] : []), ...records]);
  }
  const fix = LOCAL_FIX[code] ?? (records.length > 0 ? one.fix : undefined);
  return fix === undefined ? one : saying(`in ${file}: ${fix}`);
}

/** The records that make a name of the local internet a zone of its own. */
function zoneRecords(zone: string): RecordChange[] {
  const server = `ns1.${zone}`;
  const records = [
    { name: zone, type: 'SOA', value: `${server} hostmaster.${zone} 1 7200 900 1209600 300` },
    { name: zone, type: 'NS', value: server },
    { name: server, type: 'A', value: '127.0.0.1' },
  ];
  return records.map((record) => ({ action: 'add', ttl: 3600, ...record }));
}
