// One stack in one process: planned, and evaluated against a backend that makes nothing; for the smaller sizes also
// the same resources bare, their inputs known already: what Pulumi's runtime costs anyone.
import '../../infra/run/pulumi-startup.ts';
import * as pulumi from '@pulumi/pulumi';
import { declareStack } from '../../infra/program.ts';
import { readContract } from '../../service/openapi-source.ts';
import { type Recording, record } from '../../test/infra/recorder.ts';
import { ownTimeOf, processorTimeOf } from './own-time.ts';
import { configOf, planOf } from './stack.ts';

/** Milliseconds of the processor's time. */
export interface ProgramMessage {
  readonly plan: number;
  readonly evaluate: number;
  /** Of evaluating, in functions of our own. */
  readonly own: number;
  /** The same resources without the program; null above the size that is worth the time. */
  readonly bare: number | null;
  readonly resources: number;
}

const MAX_BARE = 100;
const openapi = JSON.parse(readContract()) as object;

function evaluate(hosts: number): Promise<Recording> {
  const functionCode = new pulumi.asset.AssetArchive({ 'index.js': new pulumi.asset.StringAsset('code') });
  return record(() => declareStack(planOf(configOf(hosts)), { functionCode, openapi }), 'staging');
}

class Bare extends pulumi.CustomResource {}

/** Components have no inputs here: as many registrations, the same inputs, and none waits for another. */
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
  // Once more: the profiler takes its time too.
  const own = await ownTimeOf(() => evaluate(hosts));
  const bare = hosts > MAX_BARE ? null : (await processorTimeOf(() => declareBare(value))).ms;
  return { plan: plan.ms, evaluate: ms, own, bare, resources: value.registrations.length };
}

// The compiler has had its time, and every module is loaded.
await measure(10);
const figures = await measure(Number(process.argv[2]));
process.send?.(figures, () => process.exit());
