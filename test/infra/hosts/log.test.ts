// What Pulumi's own log shows of a host.
import * as pulumi from '@pulumi/pulumi';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pulumiLog } from '../../../infra/hosts/log.ts';

test('each entry begins with its host, and what became of it', () => {
  const warn = vi.spyOn(pulumi.log, 'warn').mockResolvedValue();
  onTestFinished(() => warn.mockRestore());
  pulumiLog.leftOut('a.test', '  found', []);
  pulumiLog.warn('b.test', '  found');
  pulumiLog.waits('c.test', '  next', 'move');
  pulumiLog.waits('d.test', '  next', 'owner');
  expect(warn.mock.calls).toEqual([
    ['a.test is blocked and left out; everything else is deployed\n  found'],
    ['b.test\n  found'],
    ['c.test moves in\n  next'],
    ['d.test\n  next'],
  ]);
});
