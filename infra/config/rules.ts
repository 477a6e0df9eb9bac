// What must hold among the names and the settings of a stack: one small rule each, problems out.
import {
  certificateFault,
  climb,
  closestHost,
  didYouMean,
  isWithin,
  zoneOf,
} from '@petstore/custom-domains/names';
import { command } from '@petstore/custom-domains/output';
import type { Declared, DeclaredName, DeclaredRedirect } from './declared.ts';
import { KEYS, stackKind } from './keys.ts';
import type { Problem } from './problem.ts';
import { regionRefusal } from './regions.ts';
import type { StackConfig } from './schema.ts';
import type { Partly } from './schema-problems.ts';

type Rule = (declared: Declared, stack: string) => Problem[];

const hostUsedTwice: Rule = ({ hosts }, stack) => {
  // Hosts that serve come first, so that the redirect is the one that is reported.
  const ordered = hosts.toSorted((a, b) => Number(a.role === 'redirect') - Number(b.role === 'redirect'));
  return repeated(ordered, (again, first) => {
    const what = `"${again.host}" is also declared as ${first.path}`;
    const problem = { code: 'host-used-twice', path: again.path, what };
    const plain = 'a host serves one site, or redirects to one destination: drop one of the two';
    if (first.role !== 'primary' || again.role === 'primary') return { ...problem, fix: plain };
    const swap = command`npm run domains -- primary ${again.host} --stack ${stack}`;
    const fix = `drop one of the two; or write the former primary back, and let this make it the primary: ${swap}`;
    return { ...problem, fix, commands: [swap] };
  });
};

const primaryMissing: Rule = ({ sites, hosts }) =>
  sites
    .filter(({ count, hasPrimary }) => count > 0 && !hasPrimary)
    .map(({ site }) => {
      const candidate = hosts.find((one) => one.site === site && one.role === 'domain')?.host;
      const fix =
        candidate === undefined
          ? `add petstore:${site}.primary, the public address of ${site}`
          : `make one of them the primary, like "primary: ${candidate}"`;
      const path = `petstore:${site}.primary`;
      return { code: 'primary-missing', path, what: `${site} has hosts but no primary`, fix };
    });

const nameTooLongForCertificate: Rule = ({ hosts }) =>
  hosts.flatMap(({ path, host }) => {
    const fault = certificateFault(host);
    return fault === undefined ? [] : [{ ...fault, path, what: `"${host}" ${fault.what}` }];
  });

/** Two spellings of one zone; YAML itself refuses the same spelling twice. */
const zoneDeclaredTwice: Rule = ({ zones }) =>
  repeated(zones, (zone, first) => ({
    code: 'zone-declared-twice',
    path: zone.path,
    what: `"${zone.host}" is also declared as ${first.path}`,
    fix: 'keep one of the two',
  }));

/** A misspelt zone has no host, and its hosts are in no zone. */
const zoneMisspelt: Rule = ({ zones, hosts }) => {
  const names = zones.map(({ host: name }) => ({ name }));
  const outside = hosts.flatMap(({ host }) => (zoneOf(host, names) === undefined ? climb(host) : []));
  const empty = zones.filter((zone) => !hosts.some(({ host }) => isWithin(host, zone.host)));
  return empty.flatMap(({ host, path }): Problem[] => {
    const meant = closestHost(host, outside);
    if (meant === undefined) return [];
    const fix = `${didYouMean(meant, '')} If not, remove the zone`;
    return [{ code: 'zone-without-host', path, what: 'has no host', fix }];
  });
};

const listedHosts: Rule = ({ hosts, zones, verified, adopt, moving, removals }) => {
  const declared = new Map(hosts.map(({ host, path }) => [host, path]));
  const adopted = new Map(adopt.map(({ host, path }) => [host, path]));
  const zoneNames = zones.map((zone) => ({ name: zone.host }));
  const unknown = Object.entries({ verified, adopt, moving }).flatMap(([list, names]) =>
    names.flatMap(({ host, path }): Problem[] => {
      if (declared.has(host)) return [];
      const fix = 'declare it in petstore:api or docs, or drop it here';
      return [{ code: `${list}-unknown`, path, what: `"${host}" is not declared`, fix }];
    }),
  );
  const inZones = verified.flatMap(({ host, path }): Problem[] => {
    const zone = declared.has(host) && zoneNames.length > 0 ? zoneOf(host, zoneNames) : undefined;
    if (zone === undefined) return [];
    const what = `"${host}" is in the zone ${zone.name}, where the stack sets its records`;
    const fix = 'drop it here: only hosts in no declared zone are listed';
    return [{ code: 'verified-in-zone', path, what, fix }];
  });
  const movingAdopted = moving.flatMap(({ host, path }): Problem[] => {
    if (!adopted.has(host) || !declared.has(host)) return [];
    const what = `"${host}" is also to be adopted (${adopted.get(host)})`;
    const fix =
      "keep it there if this account serves it with the stack's own records, and here if its records change";
    return [{ code: 'moving-adopted', path, what, fix }];
  });
  const stillDeclared = removals.flatMap(({ host, path }): Problem[] => {
    if (!declared.has(host)) return [];
    const what = `"${host}" is still declared (${declared.get(host)})`;
    const fix = 'drop it here, or there to remove the host';
    return [{ code: 'removal-still-declared', path, what, fix }];
  });
  const twice = [verified, adopt, moving, removals].flatMap((list) =>
    repeated(list, (again, first) => ({
      code: 'named-twice',
      path: again.path,
      what: `"${again.host}" is in the list already (${first.path})`,
      fix: 'keep one of the two',
    })),
  );
  return [...unknown, ...inZones, ...movingAdopted, ...stillDeclared, ...twice];
};

function repeated<Name extends DeclaredName>(
  names: readonly Name[],
  problem: (again: Name, first: Name) => Problem,
): Problem[] {
  const seen = new Map<string, Name>();
  return names.flatMap((name) => {
    const first = seen.get(name.host);
    if (first === undefined) seen.set(name.host, name);
    return first === undefined ? [] : [problem(name, first)];
  });
}

type Config = Partly<StackConfig>;

function hostsWithoutPlan(config: Config, { sites }: Declared): Problem[] {
  const isSet = Object.hasOwn(config, 'petstore:plan');
  if (sites.every(({ count }) => count === 0) || (isSet && config['petstore:plan'] !== 'free')) return [];
  const free = isSet ? '"free"' : 'is not set, so it is "free", which';
  const what = `${free} has no custom hosts, and the file declares some`;
  const fix = 'write petstore:plan: pro, or remove the hosts';
  return [{ code: 'plan-without-hosts', path: 'petstore:plan', what, fix }];
}

/** CloudWatch: an alarm notifies topics of its own region only. */
function topicInOtherRegion(config: Config): Problem[] {
  const region = config['aws:region'];
  const topicRegion = config['petstore:alarms']?.topicArn?.split(':')[3];
  if (region === undefined || topicRegion === undefined || topicRegion === region) return [];
  const path = 'petstore:alarms.topicArn';
  const what = `the topic is in ${topicRegion}, and the alarms are in ${region}`;
  return [{ code: 'topic-elsewhere', path, what, fix: `name a topic in ${region}` }];
}

/** IAM: a role's boundary is a policy of its own account. */
function boundaryInOtherAccount(config: Config): Problem[] {
  const boundary = config['petstore:permissionsBoundary'];
  const accounts = config['aws:allowedAccountIds'];
  const account = boundary?.split(':')[4];
  if (account === undefined || accounts === undefined || accounts.includes(account)) return [];
  const path = 'petstore:permissionsBoundary';
  const what = `the policy is in account ${account}, and the stack is deployed to ${accounts.join(', ')}`;
  return [{ code: 'boundary-elsewhere', path, what, fix: "name the policy in the stack's account" }];
}

function backupDestination(config: Config): Problem[] {
  const written = config['petstore:backup'];
  if (written === undefined) return [];
  const places = ['region', 'vault'].filter((key) => Object.hasOwn(written, key));
  if (places.length === 1) return [];
  const what = places.length === 0 ? 'names no place for the copies' : 'names two places for the copies';
  const fix = 'write region, of a vault that the stack creates, or vault, the ARN of one in another account';
  return [{ code: 'backup-destination', path: 'petstore:backup', what, fix }];
}

/** The form of an ARN takes any name for its region. */
function backupRegion(config: Config): Problem[] {
  const vault = config['petstore:backup']?.vault;
  const refusal = vault === undefined ? undefined : regionRefusal(vault.split(':')[3]);
  return refusal === undefined ? [] : [{ ...refusal, path: 'petstore:backup.vault' }];
}

/** What removes the tables' region or account removes copies beside them too. */
function backupBesideTables(config: Config): Problem[] {
  const { region, vault } = config['petstore:backup'] ?? {};
  const home = config['aws:region'];
  const code = 'backup-beside-tables';
  if (region !== undefined && region === home) {
    const what = `the tables are in ${home} too`;
    return [{ code, path: 'petstore:backup.region', what, fix: 'name another region' }];
  }
  const [, , , vaultRegion, account = ''] = vault?.split(':') ?? [];
  if (vaultRegion !== home || config['aws:allowedAccountIds']?.includes(account) !== true) return [];
  const what = `the vault is in ${account} and ${home}, as the tables are`;
  return [{ code, path: 'petstore:backup.vault', what, fix: 'name a vault in another account or region' }];
}

/** With these the provider has other credentials than the environment. */
export const CREDENTIALS = /^aws:(accessKey|assumeRole\w*|profile|secretKey|shared\w+Files|token)$/;

/** Lambda sends its metrics each minute, and CloudWatch has them up to some minutes later: alarms of fewer see nothing. */
const SHORTEST_RELEASE = 5;

/** A release calls CodeDeploy and Lambda itself, with the credentials of the environment. `keys`: of all providers. */
export function releaseProblems(config: Config, stack: string, keys: readonly string[]): Problem[] {
  const preset = KEYS['petstore:release'].preset?.(stackKind(stack));
  const { canaryPercent, minutes = SHORTEST_RELEASE } = { ...preset, ...config['petstore:release'] };
  if (canaryPercent === 0) return [];
  const what = 'is for the provider only, and a release uses the credentials of the environment';
  const fix = 'set them there (like AWS_PROFILE), or write petstore:release: { canaryPercent: 0 }';
  const others = keys.filter((key) => CREDENTIALS.test(key));
  const problems = others.map((path) => ({ code: 'release-credentials', path, what, fix }));
  if (stack === 'local' || minutes >= SHORTEST_RELEASE) return problems;
  const short = `${minutes} is too short: the metrics of the alarms arrive minutes later, and nothing would go back`;
  const longer = `write at least ${SHORTEST_RELEASE}, or canaryPercent: 0`;
  const path = 'petstore:release.minutes';
  return [...problems, { code: 'release-too-short', path, what: short, fix: longer }];
}

export function ruleProblems(config: Config, declared: Declared, stack: string): Problem[] {
  const ofHosts = [
    hostUsedTwice,
    primaryMissing,
    nameTooLongForCertificate,
    zoneDeclaredTwice,
    zoneMisspelt,
    listedHosts,
  ].flatMap((rule) => rule(declared, stack));
  const ofSettings = [
    topicInOtherRegion,
    boundaryInOtherAccount,
    backupDestination,
    backupRegion,
    backupBesideTables,
  ].flatMap((rule) => rule(config));
  return [...ofHosts, ...hostsWithoutPlan(config, declared), ...ofSettings];
}

/** A redirect leads to a host that serves, or to a full URL elsewhere: never to another redirect of the stack. */
export function redirectTargets({ hosts, redirects }: Declared): Problem[] {
  const byFrom = new Map(redirects.map((redirect) => [redirect.from.host, redirect]));
  const serving = hosts.filter(({ role }) => role !== 'redirect');
  const served = new Set(serving.map(({ host }) => host));
  // Where a primary was exchanged by hand, the former one is served again once that is right.
  const primaries = serving.filter(({ role }) => role === 'primary');
  const isExchanged = primaries.some((one) =>
    hosts.some(({ host, path }) => host === one.host && path !== one.path),
  );
  return redirects.flatMap((redirect): Problem[] => {
    const { from, to, toPath } = redirect;
    const passed = follow(redirect, byFrom);
    if (passed.includes(from.host)) {
      const what = `redirects in a loop: ${[from.host, ...passed].join(' -> ')}`;
      return [{ code: 'redirect-loop', path: toPath, what, fix: 'point it at a host that serves' }];
    }
    if (served.has(to.host) || isExchanged) return [];
    if (passed.length > 1) {
      const what = `"${from.host}" redirects to "${to.host}", which is itself a redirect`;
      const fix = `point "${from.host}" at "${passed.at(-1)}" directly`;
      return [{ code: 'redirect-chain', path: toPath, what, fix }];
    }
    if (to.full) return [];
    const elsewhere = `point it at a host that serves, or remove it; if it is elsewhere, write "${to.url}"`;
    const fix = didYouMean(closestHost(to.host, served), elsewhere);
    const what = `no site of this stack serves "${to.host}", to which "${from.host}" redirects`;
    return [{ code: 'redirect-target-unserved', path: toPath, what, fix }];
  });
}

/** The hosts that a visitor passes after `start`, up to one that does not redirect or was passed before. */
function follow(start: DeclaredRedirect, byFrom: ReadonlyMap<string, DeclaredRedirect>): string[] {
  const passed: string[] = [];
  let next: DeclaredRedirect | undefined = start;
  while (next !== undefined && !passed.includes(next.to.host)) {
    passed.push(next.to.host);
    next = byFrom.get(next.to.host);
  }
  return passed;
}
