// How a line of the internet file should be: the line itself with one word corrected, or a sample of its type.

const SAMPLES: Readonly<Record<string, string>> = {
  A: 'www.example.com. 300 IN A 192.0.2.1',
  AAAA: 'www.example.com. 300 IN AAAA 2001:db8::1',
  ALIAS: 'example.com. 300 IN ALIAS www.example.net.',
  CAA: 'example.com. 300 IN CAA 0 issue "amazon.com"',
  CNAME: 'www.example.com. 300 IN CNAME www.example.net.',
  DNAME: 'old.example.com. 300 IN DNAME example.net.',
  HTTPS: 'www.example.com. 300 IN HTTPS 1 . alpn="h3,h2"',
  MX: 'example.com. 300 IN MX 10 mail.example.com.',
  NS: 'team.example.com. 300 IN NS ns1.example.net.',
  PTR: '1.2.0.192.in-addr.arpa. 300 IN PTR www.example.com.',
  SOA: 'example.com. 300 IN SOA ns1.example.com. hostmaster.example.com. 1 7200 900 1209600 300',
  SRV: '_sip._tcp.example.com. 300 IN SRV 10 5 5060 sip.example.com.',
  SVCB: '_dns.example.com. 300 IN SVCB 1 dns.example.com. alpn="h2"',
  TXT: 'example.com. 300 IN TXT "some text"',
};

export const SAMPLE_LINES: readonly string[] = Object.values(SAMPLES);

/** Of an A record where the type is not known. */
export function sampleOf(type: string | undefined): string {
  return `write it as: ${SAMPLES[type ?? 'A'] ?? SAMPLES.A}`;
}

/** Undefined where the word does not stand in the line by itself, as one with escapes. */
export function correctedLine(line: string, word: string, written: string): string | undefined {
  const parts = line.trim().split(/(\s+)/);
  const at = parts.indexOf(word);
  return at === -1 ? undefined : `write it as: ${parts.with(at, written).join('')}`;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Of a TTL as BIND writes it: `5m`, `1h30m`. Undefined for any other text. */
export function secondsOf(ttl: string): number | undefined {
  const parts = [...ttl.toLowerCase().matchAll(/(\d+)([smhdw])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== ttl.toLowerCase()) return undefined;
  return parts.reduce((sum, [, number, unit]) => sum + Number(number) * (UNITS[unit ?? ''] ?? 0), 0);
}
