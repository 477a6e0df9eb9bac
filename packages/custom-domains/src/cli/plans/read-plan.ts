// Reads a plan within a bound, and recognises by its shape what wrote it.
import { createReadStream } from 'node:fs';
import { count, unreadableFile } from '../../output/index.ts';
import { CommandLineError, type ToolIo } from '../io.ts';
import { isCloudFormation, readCloudFormation } from './cloudformation.ts';
import { isPulumi, readPulumi } from './pulumi.ts';
import { isObject, type Plan, PlanError } from './resource.ts';
import { isTerraform, readTerraform } from './terraform.ts';

const FORMATS = [
  { is: isTerraform, read: readTerraform },
  { is: isCloudFormation, read: readCloudFormation },
  { is: isPulumi, read: readPulumi },
] as const;

/** What writes plans. */
export const PLAN_FORMS =
  'terraform show -json PLAN, pulumi preview --json --show-sames or cdk synth (cdk.out/STACK.template.json)';
const FIX = `give what one of these writes: ${PLAN_FORMS}`;

/** Plans of thousands of resources have a tenth of it. */
const MAX_BYTES = 64 * 1024 * 1024;

/** `-` is standard input. Throws CommandLineError for what is not a plan. */
export async function readPlan(file: string, io: ToolIo): Promise<Plan> {
  const name = file === '-' ? 'standard input' : file;
  const text = await readText(file, name, io);
  try {
    const json: unknown = JSON.parse(text);
    const format = isObject(json) ? FORMATS.find(({ is }) => is(json)) : undefined;
    if (isObject(json) && format !== undefined) return withTypeless(format.read(json));
    throw new PlanError('is JSON, and none of the plans that are known');
  } catch (error) {
    if (error instanceof PlanError) throw new CommandLineError(`${name} ${error.message}.`, FIX);
    if (error instanceof SyntaxError) throw new CommandLineError(`${name} is not JSON.`, FIX);
    // Of the call stack.
    if (error instanceof RangeError) throw new CommandLineError(`${name} is nested too deeply.`, FIX);
    throw error;
  }
}

/** Nobody knows whether resources without a type have hosts. */
function withTypeless(plan: Plan): Plan {
  const typeless = plan.resources.filter(({ type }) => type === '').length;
  if (typeless === 0) return plan;
  return { ...plan, gaps: [...plan.gaps, `it does not say the type of ${count(typeless, 'resource')}`] };
}

async function readText(file: string, name: string, io: ToolIo): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === '-' ? io.input() : createReadStream(file, { signal: io.signal })) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES)
        throw new CommandLineError(
          `${name} has more than ${MAX_BYTES / 1024 / 1024} MB.`,
          'check the plans of its parts one by one',
        );
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof CommandLineError) throw error;
    throw new CommandLineError(`${name} ${unreadableFile(error)}.`, FIX);
  }
  const content = Buffer.concat(chunks);
  // Windows PowerShell's > writes UTF-16. The decoder drops the byte order mark of either.
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(content);
}
