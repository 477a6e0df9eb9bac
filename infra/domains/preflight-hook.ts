// The preflight in the real engine: a hook that runs, in preview and in up, only for what is about to be created.
import * as pulumi from '@pulumi/pulumi';
import type { StackPlan } from '../plan/types.ts';
import { preflightGate } from '../preflight/gate.ts';
import { createReader, type ReaderOptions } from '../preflight/reader/reader.ts';

/** Undefined, and loud about it, where the stack has switched the preflight off. */
export function preflightHook(plan: StackPlan, dns: ReaderOptions = {}): pulumi.ResourceHook | undefined {
  if (!plan.settings.preflight) {
    pulumi.log.warn(
      'petstore:preflight is off: no conflict and no CAA block will be found before a certificate is asked for',
    );
    return undefined;
  }
  const gate = preflightGate(plan.hosts, createReader(dns), (host, text) => {
    pulumi.log.warn(`${host}\n${text}`);
  });
  return new pulumi.ResourceHook('preflight', gate, { onDryRun: true });
}
