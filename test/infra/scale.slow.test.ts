// A stack of more hosts than the quotas have room for: what is beyond is left out with its finding, the rest is deployed; and with
// raised quotas all of it. A tenth of 130 hosts of the API, 450 of the documentation and 700 redirects, with a tenth of each quota.
import { expect, test, vi } from 'vitest';
import { seedAccounts } from '../../cli/local/local-stack.ts';
import { forecast } from '../../infra/plan/plan-stack.ts';
import { builtInStack } from '../cli/local/built-in.ts';
import { configOf, planOf } from './many-hosts.ts';

vi.setConfig({ testTimeout: 240_000 });

const HOSTS = { api: 13, docs: 45, redirects: 70 };
const TENTH = { 'L-24B04930': 50, 'L-A93447B8': 12, 'L-F141DD1D': 250, 'cloudflare-records': 200 };
const ENOUGH = { ...TENTH, 'L-24B04930': 150, 'L-A93447B8': 15, 'distributions-of-a-function': 20 };

const planWith = (quotas: object) => planOf({ ...configOf(HOSTS), 'petstore:quotas': quotas });

test('beyond a quota hosts are left out, and once it is raised they follow; what nobody forecast, the cloud refuses', async () => {
  const { cloud, stack, artifacts, lines, close } = await builtInStack({ limitMs: 200_000 });
  async function deploy(quotas: object, told = quotas) {
    const plan = planWith(told);
    seedAccounts(cloud, planWith(quotas));
    const { failures, outputs } = await stack.deploy(plan, artifacts);
    const hosts = Object.values((outputs?.hosts ?? {}) as Record<string, { certificate?: string }>);
    const issued = hosts.filter(({ certificate }) => certificate === 'ISSUED').length;
    return { issued, failures: failures.map(({ error }) => error.message) };
  }
  try {
    const { hosts } = planWith(TENTH);
    const findings = forecast(planWith(TENTH), new Set());
    const isBlocked = (host: string) => findings.get(host)?.some(({ severity }) => severity === 'blocked');
    const blocked = hosts.filter(({ host }) => isBlocked(host));
    // One of 13 hosts of the API, and 66 of 115 with a distribution: the stack has one of its own.
    expect(blocked).toHaveLength(1 + 66);
    const leadNowhere = hosts.filter(
      ({ host, redirect }) => !isBlocked(host) && redirect && isBlocked(new URL(redirect.to).hostname),
    );
    const leftOut = [...blocked, ...leadNowhere];
    expect(await deploy(TENTH)).toEqual({ issued: hosts.length - leftOut.length, failures: [] });
    expect(lines.filter((line) => line.endsWith('is left out')).sort()).toEqual(
      leftOut.map(({ host }) => `${host} is left out`).sort(),
    );

    const { failures } = await deploy(TENTH, ENOUGH);
    expect(failures.some((one) => one.startsWith('TooManyDistributions: '))).toBe(true);
    expect(failures.some((one) => one.startsWith('TooManyRequestsException: '))).toBe(true);

    expect(await deploy(ENOUGH)).toEqual({ issued: 13 + 45 + 70, failures: [] });
  } finally {
    await close();
  }
});
