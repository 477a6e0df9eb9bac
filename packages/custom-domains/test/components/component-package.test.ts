// What hosts need in the process of a component package, which creates them for programs in other languages.
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, expect, test } from 'vitest';
import { hookName, inRun, prefixHooks } from '../../src/components/engine-log.ts';
import { rootMessage } from '../../src/components/provider-messages.ts';

afterEach(() => prefixHooks(''));

test('a hook that is called outside of its run finds what the run has', async () => {
  const runtime = new AsyncLocalStorage<string>();
  const hook = runtime.run('this run', () => inRun(async (name: string) => [name, runtime.getStore()]));
  expect(await hook('certificate')).toEqual(['certificate', 'this run']);
});

test('the names of hooks are those of one process alone', () => {
  const own = hookName('preflight');
  prefixHooks('custom-domains/');
  expect(own).toMatch(/^preflight-\d+$/);
  expect(hookName('preflight')).toMatch(/^custom-domains\/preflight-\d+$/);
});

test('an error is shown without the properties that depend on it', () => {
  const text = 'error serializing property "outputs": error serializing property "zoneId": no zone "a": none';
  expect(rootMessage(new Error(text))).toBe('no zone "a": none');
  expect(rootMessage(new Error('no zone'))).toBe('no zone');
});
