// Public URLs of hosts: https, and a port only where the local cloud cannot have 443.

/** A host's URL, no final slash: `https://api.petstore.example`. */
export type UrlFor = (host: string) => string;

export function httpsUrls(port = 443): UrlFor {
  return (host) => (port === 443 ? `https://${host}` : `https://${host}:${port}`);
}

/** The port of a host's URL. */
export function httpsPort(url: string): number {
  return Number(new URL(url).port || 443);
}

/** Where a redirect leads: a host of this stack at its public URL, anything else as it is written. */
export function redirectUrl(to: string, ownHosts: ReadonlySet<string>, urlFor: UrlFor): string {
  const { hostname, origin } = new URL(to);
  return ownHosts.has(hostname) ? to.replace(origin, urlFor(hostname)) : to;
}
