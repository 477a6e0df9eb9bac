// One stack in one process: planned, and evaluated against a backend that creates nothing. For the smaller sizes also
// the same resources bare, with known inputs: what Pulumi's runtime costs any program.
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
  /** The same resources without the program; null above MAX_BARE hosts. */
  readonly bare: number | null;
  readonly resources: number;
}

const MAX_BARE = 100;
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

class Bare extends pulumi.CustomResource {}

/** As many registrations with the same inputs; components have none, and no resource waits for another. */
function declareBare({ registrations }: Recording): Promise<Recording> {
  return record(async () => {
    for (const { type, name, inputs, custom } of registrations) {
      if (custom) new Bare(type, name, { ...inputs });
      else if (type !== 'pulumi:pulumi:Stack') new pulumi.ComponentResource(type, name);
    }
    return {};
  }, 'staging');
}

async function measure(hosts: number): Promise<ProgramMessage> {
  const config = configOf(hosts);
  const plan = await processorTimeOf(() => planOf(config));
  const { value, ms } = await processorTimeOf(() => evaluate(hosts));
  // Again for the profiler, which costs time itself.
  const own = await ownTimeOf(() => evaluate(hosts));
  const bare = hosts > MAX_BARE ? null : (await processorTimeOf(() => declareBare(value))).ms;
  return { plan: plan.ms, evaluate: ms, own, bare, resources: value.registrations.length };
}

// Warms the compiler and loads every module.
await measure(10);
const figures = await measure(Number(process.argv[2]));
process.send?.(figures, () => process.exit());
