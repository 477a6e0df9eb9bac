// Names that the provider makes up for what has none: `<logical name>-<7 hex>`, new for each resource.
// https://www.pulumi.com/docs/iac/concepts/resources/names/#autonaming
import { randomBytes } from 'node:crypto';

export function makeUp(name: string): string {
  return `${name}-${randomBytes(4).toString('hex').slice(0, 7)}`;
}

export function isMadeUp(physical: unknown, name: string): boolean {
  return typeof physical === 'string' && physical.startsWith(`${name}-`) && /-[0-9a-f]{7}$/.test(physical);
}
