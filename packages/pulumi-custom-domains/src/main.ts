// The provider's process, which the Pulumi CLI starts. The schema is written beforehand: no user waits for a compiler.
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import {
  failedResource,
  failedResourceOf,
  prefixHooks,
  rootMessage,
} from '@petstore/custom-domains/many-hosts';
import { isOwn } from '@petstore/local-cloud/provider/own-connections';
import { type Inputs, type Output, RunError, recover } from '@pulumi/pulumi';
import { main } from '@pulumi/pulumi/provider/index.js';
import { againstSchema, type Schema } from './against-schema.ts';
import { Host, type HostArgs, TYPE } from './host.ts';
import { customHost } from './make.ts';
import { assertNone } from './problems.ts';

const text = readFileSync(new URL('../schema.json', import.meta.url), 'utf8');
const schema: Schema = JSON.parse(text);

/** A host that failed because of one of its resources says which, without the chain of what depends on what. */
function reported(urn: Output<string>): Output<string> {
  return recover(urn, (error) => {
    const name = failedResourceOf(error);
    throw new RunError(name === undefined ? rootMessage(error) : failedResource(name));
  });
}

const provider = {
  version: schema.version,
  schema: text,
  async construct(name: string, type: string, inputs: Inputs, options: object) {
    const { [type]: component } = schema.resources;
    if (component === undefined)
      throw new Error(`${type} is not a component of this package, which has ${TYPE}`);
    assertNone(againstSchema(component, schema.types, inputs));
    const args = inputs as HostArgs;
    const host = new Host(name, args, options, await customHost(name, args, options));
    const outputs = Object.keys(component.properties).map((one) => [one, host[one as keyof Host]]);
    return { urn: reported(host.url.apply(() => host.urn)), state: Object.fromEntries(outputs) };
  },
};

/** Who connects names a stack's engine, which gets the credentials that a zone's arguments choose. Windows does not say who it is. */
if (process.platform !== 'win32')
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { readonly socket: Socket };
    if (isOwn(socket)) return;
    socket.destroy();
    process.stderr.write('a connection was refused: not of this user, by /proc/net/tcp or lsof\n');
  });

prefixHooks('custom-domains/');
void main(provider, process.argv.slice(2));

/** A failed resource rejects outputs of its own host, which that host reports, and promises that nobody reads: Pulumi's
 * server would report these as failures of every host under way (@pulumi/pulumi 3.270, provider/server.ts). */
const listeners = process.listeners('unhandledRejection');
process.removeAllListeners('unhandledRejection');
process.on('unhandledRejection', (error, promise) => {
  if (RunError.isInstance(error) || failedResourceOf(error) !== undefined) return;
  for (const listener of listeners) listener(error, promise);
});
