// Every alarm of a stack is made to ring once, by its real cause, and reaches a person by mail.

import * as pulumi from '@pulumi/pulumi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEAF_DAYS } from '../../../packages/local-cloud/src/acm/authority.ts';
import { createDynamo } from '../../../service/dynamo/client.ts';
import { type BuiltInStack, builtInStack } from '../../cli/local/built-in.ts';
import { ask } from '../../cli/local/clients.ts';

const ADDRESS = 'ops@petstore.localhost';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HOST = 'api.petstore.localhost';
const SETTINGS = `  petstore:alarms: { email: ${ADDRESS}, latencyMs: 1 }
  petstore:throttling: { ratePerSecond: 1, burst: 5000 }
  petstore:checks: on
`;

let stack: BuiltInStack;
/** The first mail of each alarm: its cause, and the seconds from the cause to the mail. */
const rung: { cause: string; alarm: string; seconds: string }[] = [];

beforeAll(async () => {
  stack = await builtInStack(undefined, 300_000);
  await stack.deploy((file) => file.replace('config:\n', `config:\n${SETTINGS}`));
  const again = await stack.deploy((file) => file.replace('config:\n', `config:\n${SETTINGS}`));
  expect(again.filter(({ action }) => action !== 'same')).toEqual([]);
  stack.cloud.mail.confirm(ADDRESS);
}, 300_000);

afterAll(async () => {
  console.table(rung);
  await stack?.close();
});

const alarmNames = () =>
  stack
    .resources()
    .flatMap(({ type, urn }) =>
      type === 'aws:cloudwatch/metricAlarm:MetricAlarm' ? [urn.split('::').at(-1) ?? ''] : [],
    );

/** Logical names of the alarms that a mail says are raised. */
const raised = () => {
  const subjects = stack.cloud.mail.mails.map(({ subject }) => subject);
  return alarmNames().filter((name) =>
    subjects.some((subject) => new RegExp(`^ALARM: "${name}-[0-9a-f]{7}" in `).test(subject)),
  );
};

/** Waits until these alarms are raised, and no other one is. */
async function ring(cause: string, alarms: readonly string[], act: () => Promise<unknown>): Promise<void> {
  const [before, started] = [raised(), performance.now()];
  expect(before.filter((name) => alarms.includes(name))).toEqual([]);
  await act();
  await expect
    .poll(
      () =>
        raised()
          .filter((name) => !before.includes(name))
          .sort(),
      { timeout: 20_000 },
    )
    .toEqual(alarms.toSorted());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  for (const alarm of alarms) rung.push({ cause, alarm, seconds });
}

const url = (path: string) => `https://${HOST}:${stack.cloud.httpsPort}/v1${path}`;
const call = (path: string, key?: string) =>
  ask(url(path), {
    ca: stack.cloud.authorityPem,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });

/** Changes a resource as somebody would outside of the program. */
/** Changes a deployed resource behind the stack's back, and returns what the service computed. */
async function change(name: string, type: string, changed: object) {
  const { id = '', inputs, type: token } = stack.resource(name, type);
  const handler = stack.cloud.registry.handler(token);
  const old = handler.inputs.parse(inputs);
  const context = { region: 'eu-west-1', signal: AbortSignal.timeout(20_000) };
  return handler.update(id, handler.inputs.parse({ ...inputs, ...changed }), old, context);
}

const code = (body: string) =>
  new pulumi.asset.AssetArchive({ 'index.js': new pulumi.asset.StringAsset(`exports.handler = ${body}`) });

test('one slow call in a quiet hour rings nobody', async () => {
  expect((await call('/openapi.json')).status).toBe(200);
  stack.cloud.watch.turnClock(10 * MINUTE);
  expect(raised()).toEqual([]);
});

/** What the checks logged of each host. */
const checkLines = () =>
  stack.lines.flatMap((line) => {
    const [, json = '{}'] = /^checks-[0-9a-f]{7}: (\{.*)$/.exec(line) ?? [];
    const { message } = JSON.parse(json) as { message?: string };
    return message === undefined ? [] : [message];
  });

test('the checks connect to every host and to the default addresses, and ring nobody where all is well', async () => {
  await stack.cloud.schedules.runAll();
  const hosts = ['api.petstore', 'pets', 'api.pets', 'petstore', 'www.petstore'].map(
    (name) => `${name}.localhost`,
  );
  const lines = checkLines();
  expect(lines).toEqual(expect.arrayContaining(hosts.map((host) => `${host} is ok`)));
  expect(lines).toHaveLength(hosts.length + 2);
  expect(raised()).toEqual([]);
});

test('requests without a key, more of them than the limits allow for', { timeout: 120_000 }, async () => {
  await ring(
    '1,000 requests without a key, in the second of 1 that is allowed on average',
    ['api-alarm-401', 'api-alarm-4xx', 'api-alarm-requests', 'api-alarm-latency', 'api-alarm-median'],
    async () => {
      for (let batch = 0; batch < 50; batch += 1) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => call('/pets')));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
      }
    },
  );
});

test('more requests at once than the gateway lets through', async () => {
  const limits = (throttlingRateLimit: number, throttlingBurstLimit: number) =>
    change('api-gateway-stage', 'Stage', {
      defaultRouteSettings: { throttlingRateLimit, throttlingBurstLimit },
    });
  await ring('40 requests at once, with a burst of 1', ['api-alarm-429'], async () => {
    await limits(1, 1);
    await Promise.all(Array.from({ length: 40 }, () => call('/openapi.json')));
  });
  // The bucket is full again in half a second.
  await limits(10_000, 5000);
});

/** Every call goes to the changed function at once. */
async function changeFunction(changed: object): Promise<void> {
  const { version } = (await change('api-function', 'lambda/function:Function', changed)) as {
    version?: string;
  };
  await change('api-release-live', 'lambda/alias:Alias', { functionVersion: version });
}

test('a function that crashes, and one that has no concurrency left', { timeout: 60_000 }, async () => {
  await ring('code that ends its process', ['api-alarm-5xx', 'api-alarm-errors'], async () => {
    await changeFunction({ code: code('() => process.exit(1)') });
    for (let index = 0; index < 5; index += 1) expect((await call('/pets')).status).toBe(500);
  });
  await ring('reservedConcurrency: 0', ['api-alarm-throttles'], async () => {
    await changeFunction({ code: code('() => 1'), reservedConcurrentExecutions: 0 });
    expect((await call('/pets')).status).toBe(503);
  });
});

const TABLES: readonly [table: string, index: string | undefined, key: Record<string, object>][] = [
  ['pets', 'by-status', { id: { N: '1' }, statusShard: { S: 'available#0' } }],
  ['orders', 'by-status', { id: { N: '1' }, statusShard: { S: 'placed#0' } }],
  ['keys', undefined, { hash: { S: 'a' } }],
  ['idempotency', undefined, { id: { S: 'a' } }],
];

test.each(TABLES)('the %s table without the capacity that it needs', async (table, index, item) => {
  const name = `api-store-${table}`;
  const { inputs } = stack.resource(name);
  const { name: tableName, globalSecondaryIndexes = [] } = inputs as {
    name: string;
    globalSecondaryIndexes?: object[];
  };
  const capacity = { readCapacity: 1, writeCapacity: 1 };
  const indexes = globalSecondaryIndexes.map((one) => ({ ...one, ...capacity }));
  await change(name, 'Table', {
    ...{ billingMode: 'PROVISIONED', ...capacity },
    ...(indexes.length > 0 && { globalSecondaryIndexes: indexes }),
  });
  const { dynamodbEndpoint: endpoint, administrator: credentials } = stack.cloud;
  const dynamo = createDynamo({ region: 'eu-west-1', endpoint, credentials, attempts: 1 });
  const often = async (operation: string, input: object) => {
    for (let count = 0; count < 40; count += 1)
      await dynamo.call(operation, { TableName: tableName, ...input }).catch(() => undefined);
  };
  const key = Object.fromEntries(Object.entries(item).slice(0, 1));
  const [[attribute, value]] = Object.entries(item).slice(-1) as [[string, object]];
  const ofTable = [`api-alarm-${table}-reads`, `api-alarm-${table}-writes`];
  const ofIndex = [`api-alarm-${table}-${index}-reads`, `api-alarm-${table}-${index}-writes`];
  await ring(
    `the table ${table} with one unit of capacity`,
    index ? [...ofTable, ...ofIndex] : ofTable,
    async () => {
      await often('PutItem', { Item: item });
      await often('GetItem', { Key: key, ConsistentRead: true });
      if (index === undefined) return;
      await often('Query', {
        ...{ IndexName: index, KeyConditionExpression: '#a = :a' },
        ...{ ExpressionAttributeNames: { '#a': attribute }, ExpressionAttributeValues: { ':a': value } },
      });
    },
  );
});

test('distributions whose origin is not there', { timeout: 60_000 }, async () => {
  const hosts = ['petstore.localhost', 'www.petstore.localhost'];
  const alarms = ['host-alarm-5xx-default', ...hosts.map((host) => `host-alarm-5xx-${host}`)];
  await ring(
    'an origin that does not exist, and a redirect function that throws, for ten minutes',
    alarms,
    async () => {
      const origins = [
        { originId: 'site', domainName: 'nowhere.petstore.localhost', customOriginConfig: ORIGIN },
      ];
      for (const name of ['docs', 'petstore.localhost-attachment'])
        await change(name, 'Distribution', { origins });
      const redirect = stack.resources().find(({ type }) => type === 'aws:cloudfront/function:Function');
      await change(redirect?.urn.split('::').at(-1) ?? '', 'function:Function', {
        code: 'function handler() { throw new Error("a fault of ours"); }',
      });
      const site = String(stack.resource('docs', 'Distribution').computed.domainName);
      for (let period = 0; period < 2; period += 1) {
        for (const host of [site, ...hosts]) {
          const { status } = await ask(`https://${host}:${stack.cloud.httpsPort}/`, {
            ca: stack.cloud.authorityPem,
          });
          expect(status).toBeGreaterThanOrEqual(500);
        }
        if (period === 0) stack.cloud.watch.turnClock(5 * MINUTE);
      }
    },
  );
});

const ORIGIN = {
  ...{ httpPort: 80, httpsPort: 443, originProtocolPolicy: 'https-only', originSslProtocols: ['TLSv1.2'] },
};

test('hosts that do not pass their check, twice in a row', { timeout: 60_000 }, async () => {
  await ring('a host in error, checked twice', ['check-alarm-failures'], async () => {
    await stack.cloud.schedules.runAll();
    stack.cloud.watch.turnClock(5 * MINUTE);
    await stack.cloud.schedules.runAll();
    expect(checkLines()).toContain('api.petstore.localhost: status 503, not 200');
  });
});

test('certificates that are not renewed', async () => {
  const alarms = alarmNames().filter((name) => name.startsWith('host-alarm-certificate-'));
  expect(alarms.length).toBeGreaterThan(3);
  await ring('certificates 29 days before their end', alarms, async () => {
    stack.cloud.watch.turnClock((LEAF_DAYS - 29) * DAY);
  });
});

test('no alarm was left out', () => {
  expect(rung.map(({ alarm }) => alarm).sort()).toEqual(alarmNames().sort());
});

test('the dashboard names metrics that exist, each as it is published', () => {
  const { dashboardBody } = stack.resource('panel', 'Dashboard').inputs as { dashboardBody: string };
  const { widgets } = JSON.parse(dashboardBody) as {
    widgets: { properties: { region: string; metrics?: (string | { region?: string })[][] } }[];
  };
  const published = new Set(
    stack.cloud.watch.metrics().map(({ region, namespace, name, dimensions }) => {
      return JSON.stringify([region, namespace, name, ...Object.entries(dimensions).flat()]);
    }),
  );
  const named = widgets.flatMap(({ properties: { region, metrics = [] } }) =>
    metrics.flatMap((metric) => {
      const texts = metric.filter((part) => typeof part === 'string');
      const { region: own = region } = (metric.at(-1) ?? {}) as { region?: string };
      return texts.length === 0 ? [] : [JSON.stringify([own, ...texts])];
    }),
  );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((metric) => !published.has(metric))).toEqual([]);
  const titles = stack.cloud.watch.glance().widgets.map(({ title }) => title);
  expect(titles).toContain('Days left of certificates');
});

test('each mail says what to do', () => {
  const mails = stack.cloud.mail.mails.filter(({ subject }) => subject.startsWith('ALARM'));
  for (const { to, message } of mails) {
    expect(to).toBe(ADDRESS);
    expect(message).toMatch(/What to do: docs\/operations\.md#[a-z0-9-]+/);
  }
});
