// IPv6 addresses as a record has them.
import { isIPv6 } from 'node:net';

/** Without a zone (`fe80::1%eth0`, RFC 4007), which means something on one machine only. */
export function isRecordIpv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}

/** 16 octets. RFC 4291 2.2: `::` stands for as many zero groups as are missing, and the end may be an IPv4 address. */
export function wireIpv6(address: string): Buffer {
  // As a URL's host (WHATWG URL, "IPv6 serializer") every group is in hexadecimal.
  const { hostname } = new URL(`http://[${address}]`);
  const [left = '', right] = hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groups(left), groups(right ?? '')];
  const zeros = right === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
