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

/** The version is written as the text or the number 0.0; one function for each deployment. */
const document = z.object({
  version: z.union([z.literal('0.0'), z.literal(0)]),
  Resources: z
    .array(
      z.record(z.string(), z.object({ Type: z.literal('AWS::Lambda::Function'), Properties: properties })),
    )
    .length(1),
  Hooks: z
    .array(z.never(), { error: 'the local cloud does not emulate Hooks: it watches alarms only' })
    .optional(),
});

/** A function by its name, and the versions before and after. */
export interface AppSpec {
  readonly function: string;
  readonly alias: string;
  readonly currentVersion: string;
  readonly targetVersion: string;
}

/** Throws InvalidRevisionException. */
export function parseAppSpec(content: string): AppSpec {
  const parsed = document.safeParse(parseJson(content));
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? '');
  const [resource] = Object.values(parsed.data.Resources[0] ?? {});
  if (resource === undefined) throw invalid('there is no resource');
  const { Name, Alias, CurrentVersion, TargetVersion } = resource.Properties;
  return { function: Name, alias: Alias, currentVersion: CurrentVersion, targetVersion: TargetVersion };
}

export function appSpecContent(spec: AppSpec): string {
  const Properties = {
    ...{ Name: spec.function, Alias: spec.alias },
    ...{ CurrentVersion: spec.currentVersion, TargetVersion: spec.targetVersion },
  };
  const resource = { [spec.function]: { Type: 'AWS::Lambda::Function', Properties } };
  return JSON.stringify({ version: '0.0', Resources: [resource] });
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
