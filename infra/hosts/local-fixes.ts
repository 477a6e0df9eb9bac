// Fixes that are other ones on the local stack: nobody deploys it with Pulumi's command line, and its user owns all of its DNS.
import type { Finding, RecordChange } from '@petstore/custom-domains/preflight';

export function localFixes(findings: readonly Finding[], stack: string): readonly Finding[] {
  return stack === 'local' ? findings.map(localFix) : findings;
}

function localFix(one: Finding): Finding {
  switch (one.remedy?.kind) {
    // `npm run local` compares its state with the cloud when it starts, as `pulumi up --refresh` does.
    case 'set-again':
      return {
        ...one,
        fix: 'stop npm run local and start it again: it sets it again; with --engine: source .local/pulumi.env && pulumi up --refresh',
      };
    // Both sides of a delegation are in one zone file, which is refused where an SOA is left without its NS records.
    case 'end-zone': {
      const { zone, soa } = one.remedy;
      const fix = `declare ${zone} in petstore:zones with who serves it; or delete its SOA and its NS records from the zone file`;
      const removed = soa === undefined ? [] : [{ action: 'remove', ...soa } satisfies RecordChange];
      return { ...one, fix, records: [...removed, ...one.records] };
    }
    default:
      return one;
  }
}
