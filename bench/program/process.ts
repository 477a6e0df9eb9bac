// One stack in one process: planned, and evaluated against a backend that creates nothing.
import '../../infra/run/pulumi-startup.ts';
import * as pulumi from '@pulumi/pulumi';
import { declareStack } from '../../infra/program.ts';
import { readContract } from '../../service/openapi-source.ts';
import { type Recording, record } from '../../test/infra/recorder.ts';
import { ownTimeOf, processorTimeOf } from './own-time.ts';
import { configOf, planOf } from './stack.ts';

/** Milliseconds of processor time. */
export interface ProgramMessage {
  readonly plan: number;
  readonly evaluate: number;
  /** The part of `evaluate` in the project's own functions. */
  readonly own: number;
  readonly resources: number;
}

const openapi = JSON.parse(readContract()) as object;

function evaluate(hosts: number): Promise<Recording> {
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': new pulumi.asset.StringAsset('code') });
  return record(
    () =>
      declareStack(planOf(configOf(hosts)), {
        functionCode,
        checksCode: new pulumi.asset.StringAsset('code'),
        openapi,
      }),
    'staging',
  );
}

async function measure(hosts: number): Promise<ProgramMessage> {
  const config = configOf(hosts);
  const plan = await processorTimeOf(() => planOf(config));
  const { value, ms } = await processorTimeOf(() => evaluate(hosts));
  // Again for the profiler, which costs time itself.
  const own = await ownTimeOf(() => evaluate(hosts));
  return { plan: plan.ms, evaluate: ms, own, resources: value.registrations.length };
}

// Warms the compiler and loads every module.
await measure(10);
const figures = await measure(Number(process.argv[2]));
process.send?.(figures, () => process.exit());
