// Functions and permissions: terraform-provider-aws, internal/service/lambda.
import type { Forms, Properties, Sides } from '../forms/form.ts';
import { orElse, text } from '../forms/values.ts';

/** function.go. Defaults of the service: CreateFunction in the API reference. */
export const functionForms: Forms = {
  rules: [
    { path: 'architectures', computed: true, served: orElse(['x86_64']) },
    { path: 'ephemeralStorage', computed: true, served: orElse({ size: 512 }) },
    { path: 'tracingConfig', computed: true, served: orElse({ mode: 'PassThrough' }) },
    { path: 'loggingConfig', computed: true, served: orElse({ logFormat: 'Text' }) },
    {
      path: 'loggingConfig.logGroup',
      computed: true,
      served: (group, { name }) => group ?? `/aws/lambda/${name}`,
    },
    // suppressLoggingConfigUnspecifiedLogLevels: unless the format changes.
    { path: 'loggingConfig.applicationLogLevel', served: logLevel, same: formatIsSame },
    { path: 'loggingConfig.systemLogLevel', served: logLevel, same: formatIsSame },
    { path: 'sourceCodeHash', computed: true },
    // DiffSuppressFunc of `environment`: one without variables equals none.
    { path: 'environment', served: environment, same: hasNoVariables },
  ],
};

interface LoggingConfig {
  readonly logFormat?: string;
}

const formatOf = ({ loggingConfig }: Properties) => (loggingConfig as LoggingConfig | undefined)?.logFormat;

function logLevel(level: unknown, inputs: Properties): unknown {
  return formatOf(inputs) === 'JSON' ? (level ?? 'INFO') : level;
}

function formatIsSame(_served: unknown, declared: unknown, sides: Sides): boolean {
  return declared === undefined && formatOf(sides.served) === formatOf(sides.declared);
}

function environment(given: unknown): unknown {
  const { variables = {} } = (given ?? {}) as { variables?: object };
  return Object.keys(variables).length === 0 ? undefined : given;
}

function hasNoVariables(served: unknown, declared: unknown): boolean {
  return served === undefined && environment(declared) === undefined;
}

/**
 * permission.go. An account is returned as its root's ARN, and every input replaces: a permission for an account by its
 * number is replaced in each run (hashicorp/terraform-provider-aws#30722, open). `function` keeps its declared form, a
 * name or an ARN.
 */
export const permissionForms: Forms = {
  rules: [
    {
      path: 'principal',
      served: text((name) => (/^\d{12}$/.test(name) ? `arn:aws:iam::${name}:root` : name)),
    },
  ],
};

/**
 * alias.go: a name and the ARN that ends with it are no change (suppressEquivalentFunctionNameOrARN). The service returns
 * no routing for an empty one, and the provider reads a description that was not declared as an empty text.
 */
export const aliasForms: Forms = {
  rules: [
    { path: 'functionName', same: sameFunction },
    { path: 'routingConfig', served: routing },
  ],
};

function sameFunction(served: unknown, declared: unknown): boolean {
  if (typeof served !== 'string' || typeof declared !== 'string') return false;
  const nameOf = (arn: string) => (arn.startsWith('arn:') ? arn.split(':')[6] : undefined);
  return nameOf(served) === declared || nameOf(declared) === served;
}

function routing(given: unknown): unknown {
  const { additionalVersionWeights = {} } = (given ?? {}) as { additionalVersionWeights?: object };
  return Object.keys(additionalVersionWeights).length === 0 ? undefined : given;
}
