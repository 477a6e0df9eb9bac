// What must hold between settings: one small rule each, the parsed config in, problems out.

import type { Declared } from './declared-names.ts';
import type { Partly } from './parsed-parts.ts';
import type { Problem } from './problem.ts';
import { regionRefusal } from './regions.ts';
import type { StackConfig } from './schema.ts';

type Config = Partly<StackConfig>;

/** The free plan has the default addresses only. */
export function hostsWithoutPlan(config: Config, { sites }: Declared): Problem[] {
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
export function topicInOtherRegion(config: Config): Problem[] {
  const region = config['aws:region'];
  const topicRegion = config['petstore:alarms']?.topicArn?.split(':')[3];
  if (region === undefined || topicRegion === undefined || topicRegion === region) return [];
  const path = 'petstore:alarms.topicArn';
  const what = `the topic is in ${topicRegion}, and the alarms are in ${region}`;
  return [{ code: 'topic-elsewhere', path, what, fix: `name a topic in ${region}` }];
}

/** IAM: a role's boundary is a policy of its own account. */
export function boundaryInOtherAccount(config: Config): Problem[] {
  const boundary = config['petstore:permissionsBoundary'];
  const accounts = config['aws:allowedAccountIds'];
  const account = boundary?.split(':')[4];
  if (account === undefined || accounts === undefined || accounts.includes(account)) return [];
  const path = 'petstore:permissionsBoundary';
  const what = `the policy is in account ${account}, and the stack is deployed to ${accounts.join(', ')}`;
  return [{ code: 'boundary-elsewhere', path, what, fix: "name the policy in the stack's account" }];
}

/** The copies have one place: a region, where the stack creates a vault, or a vault of somebody else. */
export function backupDestination(config: Config): Problem[] {
  const written = config['petstore:backup'];
  if (written === undefined) return [];
  const places = ['region', 'vault'].filter((key) => Object.hasOwn(written, key));
  if (places.length === 1) return [];
  const what = places.length === 0 ? 'names no place for the copies' : 'names two places for the copies';
  const fix = 'write region, of a vault that the stack creates, or vault, the ARN of one in another account';
  return [{ code: 'backup-destination', path: 'petstore:backup', what, fix }];
}

/** The form of an ARN takes any name for its region. */
export function backupRegion(config: Config): Problem[] {
  const vault = config['petstore:backup']?.vault;
  const refusal = vault === undefined ? undefined : regionRefusal(vault.split(':')[3]);
  return refusal === undefined ? [] : [{ ...refusal, path: 'petstore:backup.vault' }];
}

/** What removes the tables' region or account removes copies beside them too. */
export function backupBesideTables(config: Config): Problem[] {
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
