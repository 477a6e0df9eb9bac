// Names that the provider generates for what has none: `<logical name>-<7 hex>`, new for each resource.
// https://www.pulumi.com/docs/iac/concepts/resources/names/#autonaming
import { createHash, randomBytes } from 'node:crypto';

/**
 * The engine sends a seed for each resource, and in an update by a saved plan that of the plan: the name must be the one
 * that the plan holds (`NewUniqueName` in pulumi's sdk/go/common/resource/resource_id.go). Without a seed it is random.
 */
export function generateName(name: string, seed: Uint8Array = new Uint8Array()): string {
  const bytes = seed.length > 0 ? createHash('sha256').update(seed).digest() : randomBytes(4);
  return `${name}-${bytes.toString('hex').slice(0, 7)}`;
}

export function isMadeUp(physical: unknown, name: string): boolean {
  return typeof physical === 'string' && physical.startsWith(`${name}-`) && /-[0-9a-f]{7}$/.test(physical);
}
