// The settings that a stack's file leaves out: the only place where the kinds of stack differ.
import { RECORD_TTL } from '@petstore/custom-domains/names';
import type { Settings } from './settings.ts';

export type StackKind = 'production' | 'staging' | 'local';

type Tuned =
  | 'protect'
  | 'function'
  | 'release'
  | 'throttling'
  | 'logRetentionDays'
  | 'alarms'
  | 'beta'
  | 'checks';
export type Defaults = Pick<Settings, Tuned | 'plan' | 'preflight' | 'ttl' | 'shards' | 'tracing'>;

/** Of each copy, where a stack has backups: as far as the tables' own recovery reaches back. */
export const BACKUP_DAYS = 35;

/** The stacks `production` and `local` have defaults of their own; every other stack has those of staging. */
export function stackKind(stack: string): StackKind {
  return stack === 'production' || stack === 'local' ? stack : 'staging';
}

export function defaultsFor(stack: string): Defaults {
  return {
    ...{ plan: 'free', preflight: 'on', ttl: { default: RECORD_TTL, hosts: {} }, shards: 1, tracing: false },
    ...TUNED[stackKind(stack)],
  };
}

const TUNED: Readonly<Record<StackKind, Pick<Settings, Tuned>>> = {
  production: {
    protect: true,
    // What may change without notice must be asked for where clients depend on it.
    beta: false,
    // Lambda allocates CPU in proportion to memory, and CPU bounds a cold start.
    function: { memoryMb: 1024, timeoutSeconds: 10 },
    release: { canaryPercent: 10, minutes: 10 },
    throttling: { ratePerSecond: 1000, burst: 500 },
    logRetentionDays: 90,
    alarms: { latencyMs: 1000 },
    checks: true,
  },
  staging: {
    protect: false,
    beta: true,
    function: { memoryMb: 512, timeoutSeconds: 10 },
    release: { canaryPercent: 0, minutes: 10 },
    throttling: { ratePerSecond: 100, burst: 50 },
    logRetentionDays: 14,
    alarms: { latencyMs: 2000 },
    checks: false,
  },
  local: {
    protect: false,
    beta: true,
    function: { memoryMb: 512, timeoutSeconds: 10 },
    release: { canaryPercent: 0, minutes: 10 },
    throttling: { ratePerSecond: 10_000, burst: 5000 },
    logRetentionDays: 1,
    alarms: { latencyMs: 5000 },
    checks: false,
  },
};
