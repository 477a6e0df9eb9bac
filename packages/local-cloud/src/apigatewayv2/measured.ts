// The gateway's metrics of each request: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
import type { Datapoint } from '../interfaces.ts';
import type { IntegrationOutcome } from './exchange.ts';
import type { Target } from './target.ts';

/** `ms`: from the request to its response. */
export function datapoints({ api, stage }: Target, outcome: IntegrationOutcome, ms: number): Datapoint[] {
  const { response, latencyMs } = outcome;
  const values: [name: string, value: number, unit: string][] = [
    ['Count', 1, 'Count'],
    ['4xx', inHundred(4, response.status), 'Count'],
    ['5xx', inHundred(5, response.status), 'Count'],
    ['Latency', ms, 'Milliseconds'],
    ['DataProcessed', response.body.length, 'Bytes'],
    ...(latencyMs === undefined
      ? []
      : [['IntegrationLatency', latencyMs, 'Milliseconds'] as [string, number, string]]),
  ];
  const named: Record<string, string>[] = [{ ApiId: api.id }, { ApiId: api.id, Stage: stage.name }];
  return named.flatMap((dimensions) =>
    values.map(([name, value, unit]) => ({
      ...{ region: api.region, namespace: 'AWS/ApiGateway', name, dimensions, unit, value },
    })),
  );
}

const inHundred = (hundred: number, status: number): number => (Math.floor(status / 100) === hundred ? 1 : 0);
