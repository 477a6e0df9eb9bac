// What a drill is carried out on: a stack of its own, what it answers, and what is done to it.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAnimals, snapshot } from '../../../cli/drill/snapshot.ts';
import { ROOT, Stage } from '../../../cli/drill/stage.ts';
import { loadLocalPlan } from '../../../cli/local/local-stack.ts';

let stage: Stage;
beforeAll(async () => {
  const plan = loadLocalPlan(ROOT);
  stage = await Stage.open({ ...plan, settings: { ...plan.settings, protect: true } });
});
afterAll(async () => {
  await stage.close();
  expect(existsSync(stage.folder)).toBe(false);
});

test('before a deployment there is no table', () => {
  expect(() => stage.tables).toThrow('the stack is not deployed');
});

test('a deployment creates all of it, and the next one has nothing to do', { timeout: 60_000 }, async () => {
  const changes = await stage.up();
  expect(changes).toContain('create api-store-pets');
  expect(changes.filter((change) => !change.startsWith('create '))).toEqual([]);
  expect(await stage.up({ refresh: true })).toEqual([]);
  expect(stage.key).toMatch(/^pets_test_/);
});

test('what is deleted behind its back is created again after a refresh, and not without one', async () => {
  const { cloud, plan, signal, resources } = stage;
  const record = resources.find(({ type }) => type === 'cloudflare:index/dnsRecord:DnsRecord');
  const { type = '', id = '', inputs, name } = record ?? {};
  await cloud.registry.handler(type).delete(id, inputs as never, { region: plan.region, signal });
  expect(await stage.up()).toEqual([]);
  expect(await stage.up({ refresh: true })).toEqual([`create ${name}`]);
});

test('its answers: the animals with a key, and each host as anybody sees it', async () => {
  const ids = await createAnimals(stage, ['Milo', 'Rex']);
  const answers = Object.entries(await snapshot(stage, ids)).map(([asked, answer]) => `${asked}: ${answer}`);
  const text = ids.reduce((all, id, index) => all.replaceAll(id, `ID-${index + 1}`), answers.join('\n'));
  expect(text.replace(/:\d{4,5}\//g, ':PORT/')).toMatchInlineSnapshot(`
    "/pets?limit=100: 200 [{"id":ID-2,"name":"Rex","categoryId":1,"status":"available"},{"id":ID-1,"name":"Milo","categoryId":1,"status":"available"}]
    /pets/ID-1: 200 {"id":ID-1,"name":"Milo","categoryId":1,"status":"available"}
    /pets/ID-2: 200 {"id":ID-2,"name":"Rex","categoryId":1,"status":"available"}
    api.petstore.localhost: 200 
    pets.localhost: 200 
    api.pets.localhost: 200 
    petstore.localhost: 200 
    www.petstore.localhost: 301 https://petstore.localhost:PORT/"
  `);
});

test('an animal that the API refuses ends the drill, with its answer', async () => {
  await expect(createAnimals(stage, [''])).rejects.toThrow(
    /^an animal was not created: 400 \{"code":"invalid_body","message":"name is empty/,
  );
});

test('what is protected is not destroyed', async () => {
  const refused = ['api-store-idempotency', 'api-store-keys', 'api-store-orders', 'api-store-pets'];
  expect([...(await stage.destroy())].sort()).toEqual(refused);
  expect(stage.resources.map(({ name }) => name)).toEqual(expect.arrayContaining(refused));
});

test('a resource that cannot be deployed is named, with why', { timeout: 60_000 }, async () => {
  const handler = stage.cloud.registry.handler('aws:apigatewayv2/apiMapping:ApiMapping');
  const refusing = vi.spyOn(handler, 'create').mockRejectedValue(new Error('TooManyRequests'));
  await expect(stage.up()).rejects.toThrow(/^\S+\.localhost-mapping was not deployed: TooManyRequests$/);
  refusing.mockRestore();
});

test('a fault of the program is thrown as it is', async () => {
  const { plan } = stage;
  stage.plan = { ...plan, hosts: undefined as never };
  await expect(stage.up()).rejects.toBeInstanceOf(TypeError);
  stage.plan = plan;
});
