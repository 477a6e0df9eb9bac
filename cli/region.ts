// `--region` of the commands about AWS.
import { regionRefusal } from '../infra/config/regions.ts';
import { UsageError } from './usage-error.ts';

/** Throws UsageError for what is not a region of AWS: its endpoints have no address, and the request would time out. */
export function assertRegion(region: string): void {
  const refusal = regionRefusal(region);
  if (refusal !== undefined) throw new UsageError(`--region: ${refusal.what}.`, refusal.fix);
}
