// One version of a function as deployed: its settings, its unpacked code, and the environments that run it.
import { randomUUID } from 'node:crypto';
import type { CloudContext } from '../context.ts';
import type { Identity } from '../iam/index.ts';
import type { InvocationResult } from '../interfaces.ts';
import { Environment } from './execution-environment.ts';
import type { FunctionInputs } from './inputs.ts';
import type { InvokeMessage } from './messages.ts';
import { Pool } from './pool.ts';
import { environmentOf } from './variables.ts';

/** The account's limit; what a function reserves is counted for all its versions together (index.ts). */
const ACCOUNT_CONCURRENCY = 1000;

export interface DeployedOptions {
  readonly context: CloudContext;
  readonly identity: Identity;
  /** The endpoint of DynamoDB, read when an environment starts. */
  readonly dynamodb: () => string;
  readonly region: string;
  readonly inputs: Omit<FunctionInputs, 'code'>;
  /** `$LATEST`, or a number. */
  readonly version: string;
  readonly root: string;
  /** A line that the function wrote to its log. */
  readonly onLine: (inputs: Omit<FunctionInputs, 'code'>, region: string, line: string) => void;
}

export interface Deployed {
  /** `event` is JSON; `arn` is the function's as it was invoked, with its qualifier. */
  invoke(event: string, arn: string): Promise<InvocationResult>;
  warm(): Promise<void>;
  drain(): Promise<void>;
}

export function deploy(options: DeployedOptions): Deployed {
  const { context, inputs } = options;
  const timeoutMs = inputs.timeout * 1000;
  const report = (result: InvocationResult) => {
    if (result.kind === 'failed') context.log(inputs.name, `${result.errorType}: ${result.errorMessage}`);
  };
  const pool = new Pool<Call>({
    start: () => startEnvironment(options, timeoutMs),
    concurrency: ACCOUNT_CONCURRENCY,
    onFailure: report,
  });
  return {
    async invoke(event, arn) {
      const result = await pool.invoke({
        requestId: randomUUID(),
        functionArn: arn,
        traceId: traceHeader(),
        event,
      });
      report(result);
      return result;
    },
    warm: () => pool.warm(),
    drain: () => pool.drain(),
  };
}

type Call = Omit<InvokeMessage, 'deadline'>;

function startEnvironment(
  { identity, dynamodb, region, inputs, version, root, onLine }: DeployedOptions,
  timeoutMs: number,
) {
  const credentials = identity.assume(inputs.role, inputs.name);
  const environment = new Environment({
    root,
    variables: environmentOf(inputs, { region, dynamodb: dynamodb(), credentials, root, version }),
    memoryMb: inputs.memorySize,
    onLine: (line) => onLine(inputs, region, line),
  });
  return {
    ready: environment.ready,
    get alive() {
      return environment.alive;
    },
    invoke: (call: Call) => environment.invoke({ ...call, deadline: Date.now() + timeoutMs }, timeoutMs),
    end() {
      identity.revoke(credentials);
      environment.end();
    },
  };
}

/** X-Ray's trace header: version, epoch seconds, 96 random bits. */
function traceHeader(): string {
  const id = randomUUID().replaceAll('-', '');
  return `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${id.slice(0, 24)};Sampled=0`;
}
