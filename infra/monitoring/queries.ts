// Saved queries of Logs Insights: what one asks first, whether at night or at leisure.
import { QueryDefinition } from '@pulumi/aws/cloudwatch/queryDefinition.js';
import * as pulumi from '@pulumi/pulumi';

export interface LogNames {
  /** The function's, and the gateway's access log. */
  readonly functionLog: pulumi.Input<string>;
  readonly accessLog: pulumi.Input<string>;
}

/** By operation: the lines of requests alone have one. The dashboard shows it too. */
export const BY_OPERATION = [
  'filter ispresent(operation)',
  'stats count(*) as calls, count(error.message) as errors, pct(durationMs, 50) as p50, pct(durationMs, 99) as p99 by operation',
  'sort calls desc',
].join('\n| ');

type Query = readonly [log: keyof LogNames | 'both', query: string];

const QUERIES: Readonly<Record<string, Query>> = {
  // The first line is what one edits.
  'one request': [
    'both',
    'filter requestId = "PUT-THE-ID-HERE"\n| sort @timestamp\n| display @timestamp, @log, @message',
  ],
  errors: [
    'functionLog',
    'filter level = "ERROR"\n| sort @timestamp desc\n| display @timestamp, requestId, message, error.message, error.cause\n| limit 100',
  ],
  'by operation': ['functionLog', BY_OPERATION],
  'slow or failed calls of DynamoDB': [
    'functionLog',
    'filter ispresent(store.operation)\n| stats count(*) as calls, max(store.ms) as most by store.operation, store.error\n| sort calls desc',
  ],
  'refused and throttled clients': [
    'accessLog',
    'filter status = "429" or status = "401"\n| stats count(*) as requests by ip, status\n| sort requests desc\n| limit 20',
  ],
  "the gateway's own errors": [
    'accessLog',
    'filter integrationError != "-"\n| stats count(*) as requests by status, integrationError\n| sort requests desc',
  ],
};

export function declareQueries(
  name: string,
  { functionLog, accessLog }: LogNames,
  opts: pulumi.CustomResourceOptions,
): void {
  const groups = { functionLog: [functionLog], accessLog: [accessLog], both: [functionLog, accessLog] };
  const folder = `${pulumi.getProject()}/${pulumi.getStack()}`;
  for (const [title, [log, queryString]] of Object.entries(QUERIES)) {
    new QueryDefinition(
      `${name}-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
      { name: `${folder}/${title}`, queryString, logGroupNames: groups[log] },
      opts,
    );
  }
}
