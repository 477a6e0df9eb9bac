// The integration of a route: invokes its function and converts the result to an HTTP response.
import type { CloudContext } from '../context.ts';
import type { Functions, InvocationResult } from '../interfaces.ts';
import { within } from '../within.ts';
import type { RouteInputs } from './inputs.ts';
import type { Records, Target } from './records.ts';
import { type IntegrationOutcome, own, toResponse } from './response.ts';

/** Of an integration URI, which is the ARN itself, or API Gateway's form of it; undefined for any other. */
export function functionArnOf(uri: string): string | undefined {
  const arn =
    /^arn:aws:apigateway:[\w-]+:lambda:path\/[\d-]+\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri;
  return /^arn:aws:lambda:[\w-]+:\d{12}:function:[\w-]+(:(\$LATEST|[\w-]+))?$/.test(arn)
    ? arn.replace(/:\$LATEST$/, '')
    : undefined;
}

export const integrationIdOf = (target: string) => target.replace(/^integrations\//, '');

/** Never rejects: each failure becomes one of the gateway's own responses. */
export async function integrate(
  { accountId }: CloudContext,
  records: Records,
  functions: Functions,
  { api, stage }: Target,
  route: RouteInputs,
  event: object,
): Promise<IntegrationOutcome> {
  const integration = records.integrations.get(integrationIdOf(route.target ?? ''))?.inputs;
  const arn = functionArnOf(integration?.integrationUri ?? '');
  if (integration === undefined || arn === undefined)
    return failed('No integration is defined for this route');
  const source = `arn:aws:execute-api:${api.region}:${accountId}:${api.id}/${stage.name}/$default`;
  if (!functions.permits(arn, 'apigateway.amazonaws.com', source))
    return failed("API Gateway doesn't have permissions to call the integration.");
  const started = Date.now();
  const answer = await within(functions.invoke(arn, event), integration.timeoutMilliseconds);
  return { ...outcomeOf(answer), latencyMs: Date.now() - started };
}

const failed = (error: string) => own(500, 'Internal Server Error', error);

function outcomeOf(answer: InvocationResult | 'late'): IntegrationOutcome {
  if (answer === 'late') return own(503, 'Service Unavailable', 'The integration timed out');
  if (answer.kind === 'throttled') return own(503, 'Service Unavailable', 'Rate Exceeded.');
  if (answer.kind === 'failed') {
    const { errorType, errorMessage } = answer;
    if (errorType === 'RequestTooLargeException') return own(413, 'Request Entity Too Large', errorMessage);
    return failed(`The Lambda function returned the following error: ${errorMessage}.`);
  }
  const response = toResponse(answer.value);
  return response
    ? { response }
    : failed("The Lambda function's response doesn't match the expected format.");
}
