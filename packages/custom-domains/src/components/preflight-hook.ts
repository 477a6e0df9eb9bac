// The preflight of a program that is about one host: a hook that stops the host before its first resource.
import * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../names/logical-names.ts';
import type { HostSpec } from '../names/types.ts';
import { assertNotBlocked, type Warn } from '../preflight/enforce.ts';
import { createReader, type ReaderOptions } from '../preflight/reader/reader.ts';
import { HostFailures } from './host-failures.ts';
import { isDeployed, ownRecords, readStackState } from './stack-state.ts';

/**
 * For a program with a `CustomHost` of its own: engines run the hook in preview and in up, only for a host whose
 * certificate is about to be created. A blocked host fails there, and so fails the preview: in such a program one
 * host is the whole of it. A program of many hosts asks `check` before it declares any, as petstore's own does.
 * To be created inside the program, where there is an engine to register the hook with.
 */
export class Preflight {
  /** Explains what fails of these hosts. */
  readonly failures = new HostFailures();
  readonly #hosts = new Map<string, HostSpec>();
  readonly #hook: pulumi.ResourceHook;

  /** `warn` receives what does not stop a host. Throws ResolverError where there is no resolver. */
  constructor(dns: ReaderOptions = {}, warn: Warn = logWarning) {
    const reader = createReader(dns);
    const enforce = async ({ name }: { readonly name: string }) => {
      const host = this.#hosts.get(name);
      if (host === undefined) return;
      const state = await readStackState();
      const own = isDeployed(state, host.host) ? ownRecords(state, host.host) : undefined;
      await assertNotBlocked(host, { reader, warn, own });
    };
    this.#hook = new pulumi.ResourceHook('preflight', enforce, { onDryRun: true });
  }

  /** What the host's certificate, its first resource, is to be created with. */
  hookOf(host: HostSpec): pulumi.ResourceHook {
    this.#hosts.set(hostNames(host.host).certificate, host);
    return this.#hook;
  }
}

function logWarning(host: string, text: string): void {
  pulumi.log.warn(`${host}\n${text}`);
}
