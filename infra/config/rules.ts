// What must hold among the names and the settings of a stack: one small rule each, problems out.
import { certificateFault, zoneOf } from '@petstore/custom-domains/names';
import type { Declared, DeclaredName, DeclaredRedirect, SiteHost } from './declared-names.ts';
import { closestHost } from './did-you-mean.ts';
import type { Partly } from './parsed-parts.ts';
import type { Problem } from './problem.ts';
import { regionRefusal } from './regions.ts';
import type { StackConfig } from './schema.ts';

type Rule = (declared: Declared) => Problem[];

/** A stack declares a host once: it serves one site, or redirects to one destination. */
const hostUsedTwice: Rule = ({ sites }) => {
  const all = sites.flatMap(({ hosts }) => hosts);
  const serving = all.filter(({ role }) => role !== 'redirect');
  const redirecting = all.filter(({ role }) => role === 'redirect');
  const seen = new Map<string, SiteHost>();
  // Hosts that serve come first, so that the redirect is the one that is reported.
  return [...serving, ...redirecting].flatMap((host) => {
    const first = seen.get(host.host);
    if (first === undefined) seen.set(host.host, host);
    return first === undefined ? [] : [usedTwice(host, first)];
  });
};

function usedTwice(again: SiteHost, first: SiteHost): Problem {
  const both = (again.role === 'redirect') === (first.role === 'redirect');
  return {
    code: 'host-used-twice',
    path: again.path,
    what: `"${again.host}" is also ${roleOf(first)} (${first.path})`,
    fix: `${both ? 'a stack declares a host once' : 'a host either serves or redirects'}: drop one of the two`,
  };
}

function roleOf({ role, site }: SiteHost): string {
  return role === 'primary' ? `the primary of ${site}` : `a ${role} of ${site}`;
}

/** The primary is the public address of a site; other hosts need it. */
const primaryMissing: Rule = ({ sites }) =>
  sites
    .filter(({ count, hasPrimary }) => count > 0 && !hasPrimary)
    .map(({ site, hosts }) => {
      const candidate = hosts.find(({ role }) => role === 'domain')?.host;
      const fix =
        candidate === undefined
          ? `add petstore:${site}.primary, the public address of ${site}`
          : `make one of them the primary, like "primary: ${candidate}"`;
      const path = `petstore:${site}.primary`;
      return { code: 'primary-missing', path, what: `${site} has hosts but no primary`, fix };
    });

const nameTooLongForCertificate: Rule = ({ sites }) =>
  sites
    .flatMap(({ hosts }) => hosts)
    .flatMap(({ path, host }) => {
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

const declareIt = 'declare it in petstore:api or docs, or drop it here';

/** The hosts of a list, each of them once, with what `judge` finds about one of them and its declaration. */
function listProblems(
  { sites }: Declared,
  list: readonly DeclaredName[],
  judge: (host: string, declaration: SiteHost | undefined) => Omit<Problem, 'path'> | undefined,
): Problem[] {
  const declared = new Map(sites.flatMap((site) => site.hosts).map((host) => [host.host, host]));
  const problems = list.flatMap(({ path, host }): Problem[] => {
    const problem = judge(host, declared.get(host));
    return problem === undefined ? [] : [{ ...problem, path }];
  });
  return [...problems, ...repeated(list, twiceInList)];
}

/** `petstore:verified` is for declared hosts in no declared zone, and for no others. */
const verifiedWithoutNeed: Rule = (all) =>
  listProblems(all, all.verified, (host, declaration) => {
    if (declaration === undefined)
      return { code: 'verified-unknown', what: `"${host}" is verified but not declared`, fix: declareIt };
    const zone = all.zones.length > 0 ? zoneNameOf(host, all.zones) : undefined;
    if (zone === undefined) return undefined;
    const what = `"${host}" is in the zone ${zone}, where the stack sets its records`;
    return { code: 'verified-in-zone', what, fix: 'drop it here: only hosts in no declared zone are listed' };
  });

/** `petstore:adopt` is for declared hosts: it changes how a host comes into the stack, and not whether. */
const adoptedUndeclared: Rule = (all) =>
  listProblems(all, all.adopt, (host, declaration) => {
    if (declaration !== undefined) return undefined;
    return { code: 'adopt-unknown', what: `"${host}" is to be adopted but not declared`, fix: declareIt };
  });

/** `petstore:moving` is for declared hosts. What serves a host that is adopted is in this account already. */
const movingUndeclared: Rule = (all) =>
  listProblems(all, all.moving, (host, declaration) => {
    if (declaration === undefined)
      return { code: 'moving-unknown', what: `"${host}" is to move in but not declared`, fix: declareIt };
    const adopted = all.adopt.find((one) => one.host === host);
    if (adopted === undefined) return undefined;
    const fix =
      "keep it there if this account serves it with the stack's own records, and here if its records change";
    return { code: 'moving-adopted', what: `"${host}" is also to be adopted (${adopted.path})`, fix };
  });

/** A confirmed removal contradicts a declaration of the same host. */
const removalStillDeclared: Rule = (all) =>
  listProblems(all, all.removals, (host, declaration) => {
    if (declaration === undefined) return undefined;
    const what = `"${host}" is still declared (${declaration.path})`;
    return { code: 'removal-still-declared', what, fix: 'drop it here, or there to remove the host' };
  });

function zoneNameOf(host: string, zones: readonly DeclaredName[]): string | undefined {
  return zoneOf(
    host,
    zones.map((zone) => ({ name: zone.host })),
  )?.name;
}

function twiceInList(again: DeclaredName, first: DeclaredName): Problem {
  const what = `"${again.host}" is in the list already (${first.path})`;
  return { code: 'named-twice', path: again.path, what, fix: 'keep one of the two' };
}

function repeated(
  names: readonly DeclaredName[],
  problem: (again: DeclaredName, first: DeclaredName) => Problem,
): Problem[] {
  const seen = new Map<string, DeclaredName>();
  return names.flatMap((name) => {
    const first = seen.get(name.host);
    if (first === undefined) seen.set(name.host, name);
    return first === undefined ? [] : [problem(name, first)];
  });
}

type Config = Partly<StackConfig>;

/** The free plan has the default addresses only. */
function hostsWithoutPlan(config: Config, { sites }: Declared): Problem[] {
  const count = sites.reduce((sum, site) => sum + site.count, 0);
  const isSet = Object.hasOwn(config, 'petstore:plan');
  if (count === 0 || (isSet && config['petstore:plan'] !== 'free')) return [];
  const free = isSet ? '"free"' : 'is not set, so it is "free", which';
  const are = count === 1 ? '1 is' : `${count} are`;
  const what = `${free} has no custom hosts, and ${are} declared`;
  const fix = `write petstore:plan: pro, or remove the ${count === 1 ? 'host' : 'hosts'}`;
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

/** The copies have one place: a region, where the stack creates a vault, or a vault of somebody else. */
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

/** In the order in which problems of one key are reported. */
export function ruleProblems(config: Config, declared: Declared): Problem[] {
  const ofHosts = [
    hostUsedTwice,
    primaryMissing,
    nameTooLongForCertificate,
    zoneDeclaredTwice,
    verifiedWithoutNeed,
    adoptedUndeclared,
    movingUndeclared,
    removalStillDeclared,
  ].flatMap((rule) => rule(declared));
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
export function redirectTargets({ sites }: Declared): Problem[] {
  const redirects = sites.flatMap((site) => site.redirects);
  const byFrom = new Map(redirects.map((redirect) => [redirect.from.host, redirect]));
  const serving = sites.flatMap(({ hosts }) => hosts).filter(({ role }) => role !== 'redirect');
  const served = new Set(serving.map(({ host }) => host));
  return redirects.flatMap((redirect): Problem[] => {
    const { from, to, toPath } = redirect;
    const passed = follow(redirect, byFrom);
    if (passed.includes(from.host)) {
      const what = `redirects in a loop: ${[from.host, ...passed].join(' -> ')}`;
      return [{ code: 'redirect-loop', path: toPath, what, fix: 'point it at a host that serves' }];
    }
    if (served.has(to.host)) return [];
    if (passed.length > 1) {
      const what = `"${to.host}" redirects itself`;
      return [{ code: 'redirect-chain', path: toPath, what, fix: `point it at "${passed.at(-1)}" directly` }];
    }
    if (to.full) return [];
    const near = closestHost(to.host, served);
    const elsewhere = `point it at a host that serves, or remove it; if it is elsewhere, write "${to.url}"`;
    const fix = near === undefined ? elsewhere : `did you mean "${near}"?`;
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
