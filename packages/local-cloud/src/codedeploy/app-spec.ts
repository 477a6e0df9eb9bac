// The AppSpec of a deployment of a function, as JSON.
// https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-resources.html
import { z } from 'zod';
import { ServiceError } from '../service-error.ts';

const properties = z.object({
  Name: z.string(),
  Alias: z.string(),
  CurrentVersion: z.string(),
  TargetVersion: z.string(),
});

/** A function, its alias, and the versions before and after. */
export type AppSpec = z.infer<typeof properties>;

const resource = z.object({ Type: z.literal('AWS::Lambda::Function'), Properties: properties });

/** The version is written as the text or the number 0.0; one function for each deployment. */
const document = z.object({
  version: z.union([z.literal('0.0'), z.literal(0)]),
  Resources: z.tuple([z.record(z.string(), resource)]),
  Hooks: z.tuple([], 'the local cloud does not emulate Hooks: it watches alarms only').optional(),
});

/** Throws InvalidRevisionException. */
export function parseAppSpec(content: string): AppSpec {
  const parsed = document.safeParse(parseJson(content));
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? '');
  const [found] = Object.values(parsed.data.Resources[0]);
  if (found === undefined) throw invalid('there is no resource');
  return found.Properties;
}

export function appSpecContent(Properties: AppSpec): string {
  const Resources = [{ [Properties.Name]: { Type: 'AWS::Lambda::Function', Properties } }];
  return JSON.stringify({ version: '0.0', Resources });
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw invalid('it is not JSON, and the local cloud does not emulate an AppSpec in YAML');
  }
}

function invalid(why: string): ServiceError {
  return new ServiceError('InvalidRevisionException', `The AppSpec content is invalid: ${why}`);
}
