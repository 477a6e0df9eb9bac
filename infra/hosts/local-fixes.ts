// Fixes that are other ones on the local stack, which nobody deploys with Pulumi's command line.
import { type Finding, SET_AGAIN } from '@petstore/custom-domains/preflight';

const LOCALLY = 'stop npm run local and start it again: it sets it again';

/** `npm run local` compares its state with the cloud when it starts, as `pulumi up --refresh` does. */
export function localFixes(findings: readonly Finding[], stack: string): readonly Finding[] {
  if (stack !== 'local') return findings;
  return findings.map((one) => (one.fix === SET_AGAIN ? { ...one, fix: LOCALLY } : one));
}
