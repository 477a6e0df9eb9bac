// The preflight of a program that is about one host: a hook that stops the host before its first resource.
import * as pulumi from '@pulumi/pulumi';
import type { HostSpec } from '../dns-hosts/zone.ts';
import { paragraph, shown } from '../output/index.ts';
import { assertNotBlocked, type Warn } from '../preflight/check.ts';
import { createReader, type ReaderOptions } from '../preflight/reader/reader.ts';
import { withArguments } from './arguments.ts';
import { hookName, inRun, warnEngine } from './engine-log.ts';
import { HostFailures } from './failures.ts';
import { readStackState } from './read-state.ts';
import { isDeployed, ownRecords, type StackState } from './state.ts';

/**
 * Reads live DNS before a host is created, in preview and in up: a blocked host fails there. One, created inside the program, is for all
 * hosts. A program of many hosts calls `check` before it declares any, so that one blocked host does not stop the others.
 * @example new Preflight({ resolver: '192.0.2.53' })
 */
export class Preflight {
  readonly failures: HostFailures;
  readonly #hosts = new Map<string, HostSpec>();
  readonly #hook: pulumi.ResourceHook;

  /** `warn` receives the findings that do not stop a host. Throws ResolverError where there is no resolver, ReaderOptionError for a wrong option. */
  constructor(dns: ReaderOptions = {}, warn: Warn = logFindings) {
    const reader = withArguments(shown`Preflight`, () => createReader(dns));
    this.failures = new HostFailures();
    let reading: Promise<StackState> | undefined;
    const enforce = async ({ name }: { readonly name: string }) => {
      const spec = this.#hosts.get(name);
      if (spec === undefined) return;
      reading ??= readStackState();
      const state = await reading;
      const own = isDeployed(state, spec.host) ? ownRecords(state, spec.host) : undefined;
      await assertNotBlocked(spec, reader, warn, own);
    };
    this.#hook = new pulumi.ResourceHook(hookName('preflight'), inRun(enforce), { onDryRun: true });
  }

  /** The hook that the host's certificate, its first resource, is to be created with, under that logical name. */
  hookOf(host: HostSpec, certificate: string): pulumi.ResourceHook {
    this.#hosts.set(certificate, host);
    return this.#hook;
  }
}

/** Findings are lines of their own, below the host. */
const logFindings: Warn = (host, text) => warnEngine(shown`${host}\n${paragraph(text)}`);
