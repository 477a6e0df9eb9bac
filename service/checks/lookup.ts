// Names looked up at a DNS server of our own choice: the local cloud's names exist nowhere else.
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** `server`: `address:port`. */
export function lookupAt(server: string): LookupFunction {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  resolver.setServers([server]);
  return (host, { all }, done) => {
    resolver.resolve4(host).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: 4 }));
        if (all) done(null, addresses);
        else done(null, found[0] ?? '', 4);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 4),
    );
  };
}
