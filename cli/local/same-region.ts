// The local stack stays in its region, as a stack in AWS does whose tables have data.
import { placed } from '../../infra/config/places.ts';
import { ProblemsError } from '../../infra/config/problem.ts';
import { readStackFile, stackFile } from '../../infra/config/stack-file.ts';
import { LOCAL_STACK } from '../stack-names.ts';

export interface Regions {
  /** Of the stack's file. */
  readonly region: string;
  /** Undefined where nothing is deployed. */
  readonly deployed: string | undefined;
  /** How to begin anew. */
  readonly again: string;
}

/** The provider would replace every regional resource, the tables with their data too. Throws ProblemsError. `root`: the project's folder. */
export function requireSameRegion(root: string, { region, deployed, again }: Regions): void {
  if (deployed === undefined || deployed === region) return;
  const what = `is ${region}, and the local stack is deployed in ${deployed}: a stack stays in its region`;
  const fix = `set it to ${deployed}, or begin anew: ${again}`;
  const file = readStackFile(stackFile(root, LOCAL_STACK));
  const problem = { code: 'region-changed', path: 'aws:region', what, fix };
  const problems = 'problems' in file ? [problem] : placed([problem], file.text);
  throw new ProblemsError(`Pulumi.${LOCAL_STACK}.yaml`, problems);
}
