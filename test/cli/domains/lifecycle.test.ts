// The state of a host from its findings and what is deployed: an external host is verified by a person, not by its DNS.
import { expect, test } from 'vitest';
import type { DeployedHost } from '../../../cli/domains/deployed-hosts.ts';
import { stateOf } from '../../../cli/domains/lifecycle.ts';
import type {
  CheckedHost,
  Finding,
  FindingCode,
} from '../../../packages/custom-domains/src/preflight/index.ts';
import { cloudflareHost, externalHost } from '../../../packages/custom-domains/test/preflight/plans.ts';

const HOST = 'shop.partner.example';
const declared = cloudflareHost(HOST, 'partner.example');
const verified = externalHost(HOST, true);
const unverified = externalHost(HOST, false);

function finding(code: FindingCode, severity: Finding['severity'], missing?: string): Finding {
  const records = missing
    ? [{ action: 'add', name: missing, type: 'CNAME', value: 'x', ttl: 60 } as const]
    : [];
  return { code, severity, host: HOST, found: '', why: '', fix: '', records };
}

const configured = finding('already-configured', 'info');
const noRoute = finding('record-missing', 'warning', HOST);
const noValidation = finding('record-missing', 'warning', `_token.${HOST}`);
const blocked = finding('caa-blocks-authority', 'blocked');
const issued: DeployedHost = { site: 'docs', role: 'domain', certificate: 'ISSUED', records: [] };
const pending: DeployedHost = { ...issued, certificate: 'PENDING_VALIDATION' };
const failed: DeployedHost = { ...issued, certificate: 'FAILED' };

test.each([
  ['blocked, whatever is deployed', declared, [blocked, configured], issued, 'blocked'],
  ['not deployed', declared, [], undefined, 'declared'],
  ['its deployment failed', declared, [configured], failed, 'declared'],
  ['without its validation record', declared, [noValidation], pending, 'awaiting-dns'],
  ['without a certificate yet', declared, [noRoute], pending, 'issuing'],
  ['complete', declared, [configured], issued, 'live'],
  ['without its routing record', declared, [noRoute], issued, 'awaiting-dns'],
  ['external and verified, complete', verified, [configured], issued, 'live'],
  ['external and verified, before cut-over', verified, [noRoute], issued, 'verified'],
  [
    'external and not verified, although its records are there',
    unverified,
    [configured],
    issued,
    'awaiting-dns',
  ],
  ['external and not verified, before cut-over', unverified, [noRoute], issued, 'awaiting-dns'],
] as const)('%s', (_, plan, findings, deployed, state) => {
  expect(stateOf({ plan, findings } as unknown as CheckedHost, deployed)).toBe(state);
});
