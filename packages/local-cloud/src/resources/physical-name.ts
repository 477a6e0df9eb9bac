// Auto-naming: the provider generates `<logical name>-<7 hex>` for a resource without a name.
// https://www.pulumi.com/docs/iac/concepts/resources/names/#autonaming
import { createHash, randomBytes } from 'node:crypto';

/**
 * The engine sends a seed for each resource, and in an update by a saved plan the plan's seed: the name must equal the
 * planned one (`NewUniqueName` in pulumi's sdk/go/common/resource/resource_id.go). Without a seed it is random.
 */
export function generateName(name: string, seed: Uint8Array = new Uint8Array()): string {
  const bytes = seed.length > 0 ? createHash('sha256').update(seed).digest() : randomBytes(4);
  return `${name}-${bytes.toString('hex').slice(0, 7)}`;
}

export function isGenerated(physical: unknown, name: string): boolean {
  return typeof physical === 'string' && physical.startsWith(`${name}-`) && /-[0-9a-f]{7}$/.test(physical);
}
