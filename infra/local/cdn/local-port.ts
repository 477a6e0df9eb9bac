// The one thing that a laptop's cloud cannot have as the real one: the ports 443 and 80. Addresses of hosts that are
// served here get the port that they are served at, so that a redirect leads somewhere.
import type { Front } from '../rooms.ts';

/** `:8443`; nothing for the port that https has anyway. */
export function portSuffix({ httpsPort }: Front): string {
  return httpsPort === 443 ? '' : `:${httpsPort}`;
}

/** A Location as a function gave it; one to a host elsewhere, or with a port, stays as it is. */
export function atLocalPort(location: string, front: Front): string {
  const [prefix, host] = /^https:\/\/([^/?#:]+)(?=[/?#]|$)/.exec(location) ?? [];
  if (prefix === undefined || host === undefined || front.find(host.toLowerCase()) === undefined)
    return location;
  return `${prefix}${portSuffix(front)}${location.slice(prefix.length)}`;
}
