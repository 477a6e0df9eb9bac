// Finds the zone of a name: queries the resolver for SOA, from the name upwards, until a name has one of its own.
import { climb } from '../../names/dns-name.ts';
import type { Answer } from '../reader/answer.ts';
import type { Reader } from '../reader/reader.ts';
import type { Cut } from './observation.ts';

/**
 * RFC 1034 4.2.1, RFC 2181 6: an SOA counts only in the answer section and with the queried name itself; an answer
 * through a CNAME does not show where the zone begins. After NXDOMAIN and NODATA the search continues one name up;
 * any other response ends it.
 */
export async function findCut(reader: Reader, name: string): Promise<Cut> {
  const missing: string[] = [];
  for (const at of [...climb(name), '']) {
    const answer = await reader.resolve(at, 'SOA');
    if (answer.kind === 'failed') return { kind: 'failed', at, failure: answer };
    if (answer.kind === 'no-such-name' && answer.chain.length === 0) missing.push(at);
    const soa = answer.kind === 'found' ? answer.records.find((record) => record.name === at) : undefined;
    if (soa === undefined || isAliased(answer)) continue;
    const minimum = Number(soa.value.split(' ').at(-1));
    return { kind: 'zone', name: at, negativeTtl: Math.min(soa.ttl, minimum), soa, missing };
  }
  const detail = `no name from ${name} up to the root has an SOA record at ${reader.resolver}`;
  return { kind: 'failed', at: '', failure: { kind: 'failed', reason: 'no-server', detail } };
}

function isAliased(answer: Answer): boolean {
  return answer.kind === 'found' && answer.chain.some((record) => record.type === 'CNAME');
}
