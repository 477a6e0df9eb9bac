// Fixes that are other ones on the local stack: nobody deploys it with Pulumi's command line, and its user owns all of its DNS.
import type { Finding, FindingCode, RecordChange } from '@petstore/custom-domains/preflight';

export function localFixes(findings: readonly Finding[], stack: string): readonly Finding[] {
  return stack === 'local' ? findings.map(localFix) : findings;
}

/** All of the local internet is one zone file and one server on this machine, which responds without a network. */
const LOCAL_FIX: Partial<Record<FindingCode, string>> = {
  'dns-unreadable':
    'see in the zone file whether CNAMEs at or below this name lead in a circle, or an NS record leads to a server whose address is not 127.0.0.1; then run it again while npm run local runs',
  'lame-delegation':
    'remove the NS record from the zone file; or add an SOA record beside it and 127.0.0.1 as the address of its server, which make the name a zone of its own',
};

function localFix(one: Finding): Finding {
  const fix = LOCAL_FIX[one.code];
  if (fix !== undefined) return { ...one, fix };
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
