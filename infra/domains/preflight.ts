// The preflight in a program: a hook that engines run, in preview and in up, only for what is about to be created.
import * as pulumi from '@pulumi/pulumi';
import { hostNames } from '../plan/names.ts';
import type { HostFacts } from '../plan/types.ts';
import { letThrough, type Warn } from '../preflight/gate.ts';
import { createReader, type ReaderOptions } from '../preflight/reader/reader.ts';
import { deployedResources } from './own-state.ts';

/**
 * One for a program: it reads live DNS once for all hosts, and stops each that is blocked before the first of its
 * resources is created. To be made inside the program, where there is an engine to register the hook with.
 */
export class Preflight {
  readonly #hosts = new Map<string, HostFacts>();
  readonly #hook: pulumi.ResourceHook;

  /** `warn` is told of what does not stop a host. Throws ResolverError where there is no resolver. */
  constructor(dns: ReaderOptions = {}, warn: Warn = logWarning) {
    const gate = { reader: createReader(dns), warn, has: deployedResources() };
    const ask = async ({ name }: { readonly name: string }) => {
      const host = this.#hosts.get(name);
      if (host !== undefined) await letThrough(host, gate);
    };
    this.#hook = new pulumi.ResourceHook('preflight', ask, { onDryRun: true });
  }

  /** What the host's certificate, its first resource, is to be created with. */
  hookOf(host: HostFacts): pulumi.ResourceHook {
    this.#hosts.set(hostNames(host.host).certificate, host);
    return this.#hook;
  }
}

function logWarning(host: string, text: string): void {
  pulumi.log.warn(`${host}\n${text}`);
}
