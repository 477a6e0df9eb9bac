// Which addresses may be sent to on behalf of names in foreign zones: those of the public internet only. A zone's owner chooses the
// addresses, and a pull request chooses the zone: one within the network of whoever sends would receive packets, and its responses
// would show which ports are open there.
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * IPv4 addresses that are not globally reachable: the IANA IPv4 Special-Purpose Address Registry (RFC 6890), where
 * "Globally Reachable" is not "True", and multicast of the IPv4 Address Space Registry. 192.0.0.9 and 192.0.0.10, which
 * are True there, are anycast addresses for PCP and TURN, and serve no zone.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const IPV4: readonly (readonly [network: string, prefix: number, name: string])[] = [
  ['0.0.0.0', 8, '"This network", RFC 791'],
  ['10.0.0.0', 8, 'Private-Use, RFC 1918'],
  ['100.64.0.0', 10, 'Shared Address Space, RFC 6598'],
  ['127.0.0.0', 8, 'Loopback, RFC 1122'],
  // A public address that leads to the host of a virtual machine, its DNS and the credentials of its agent: learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16.
  ['168.63.129.16', 32, 'Azure platform'],
  ['169.254.0.0', 16, 'Link Local, RFC 3927'],
  ['172.16.0.0', 12, 'Private-Use, RFC 1918'],
  ['192.0.0.0', 24, 'IETF Protocol Assignments, RFC 6890'],
  ['192.0.2.0', 24, 'Documentation, RFC 5737'],
  ['192.88.99.0', 24, 'Deprecated (6to4 Relay Anycast), RFC 7526'],
  ['192.168.0.0', 16, 'Private-Use, RFC 1918'],
  ['198.18.0.0', 15, 'Benchmarking, RFC 2544'],
  ['198.51.100.0', 24, 'Documentation, RFC 5737'],
  ['203.0.113.0', 24, 'Documentation, RFC 5737'],
  ['224.0.0.0', 4, 'Multicast, RFC 5771'],
  ['255.255.255.255', 32, 'Limited Broadcast, RFC 8190'],
  ['240.0.0.0', 4, 'Reserved, RFC 1112'],
];

/** The same for IPv6, within the global unicast addresses. 2001::/23 has exceptions (Teredo, AMT, AS112, ORCHIDv2, drone identifiers), none
 * of which serves a zone that a project declares. https://www.iana.org/assignments/iana-ipv6-special-registry */
const IPV6: typeof IPV4 = [
  ['2001::', 23, 'IETF Protocol Assignments, RFC 2928'],
  ['2001:db8::', 32, 'Documentation, RFC 3849'],
  ['2002::', 16, '6to4, deprecated by RFC 7526'],
  ['3fff::', 20, 'Documentation, RFC 9637'],
];

/** RFC 4291 2.4, IANA IPv6 Address Space Registry: what is outside of 2000::/3 is not global unicast. */
const GLOBAL_UNICAST = listOf('2000::', 3);
/** RFC 6052 2.1: the last 32 bits are an IPv4 address, which a NAT64 gateway sends to. */
const NAT64 = listOf('64:ff9b::', 96);

const BLOCKS = [
  ...IPV4,
  ...IPV4.map(([network, prefix, name]) => [`64:ff9b::${network}`, 96 + prefix, `NAT64 of ${name}`] as const),
  ...IPV6,
].map(([network, prefix, name]) => ({ list: listOf(network, prefix), name }));

function listOf(network: string, prefix: number): BlockList {
  const list = new BlockList();
  list.addSubnet(network, prefix, isIPv6(network) ? 'ipv6' : 'ipv4');
  return list;
}

/** Why the address is not a global one, as a clause (`it is not a global address (Loopback, RFC 1122)`); or undefined. */
export function whyNotGlobal(address: string): string | undefined {
  if (isIP(address) === 0) return 'it is not an IP address';
  const name = specialPurpose(address);
  return name && `it is not a global address (${name})`;
}

function specialPurpose(address: string): string | undefined {
  // An address with a zone index (`fe80::1%eth0`, RFC 4007 11) is of one link only.
  if (address.includes('%')) return 'of one link, RFC 4007';
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  // ::ffff:0:0/96 and ::/96 embed an IPv4 address too, and are among what is not global unicast.
  const isOutside = family === 'ipv6' && ![GLOBAL_UNICAST, NAT64].some((list) => list.check(address, family));
  if (isOutside) return 'outside of 2000::/3, RFC 4291';
  return BLOCKS.find(({ list }) => list.check(address, family))?.name;
}
