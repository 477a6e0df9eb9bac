// The time of a saved plan, for a deployment that must do what the plan says.
import { printable, shown } from '@petstore/custom-domains/output';
import * as pulumi from '@pulumi/pulumi';

const VARIABLE = 'PETSTORE_PLANNED_AT';

/**
 * Milliseconds since 1970; undefined where the variable is not set. What is kept until a time is judged at this one, if it
 * is in the past: it can make a run keep something longer, and never delete it sooner.
 */
export function plannedAt(environment: NodeJS.ProcessEnv): number | undefined {
  const { [VARIABLE]: text } = environment;
  if (text === undefined || text === '') return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new pulumi.RunError(
    printable(shown`${VARIABLE} is not a time: write it as ${new Date(0).toISOString()}, or leave it out`),
  );
}
