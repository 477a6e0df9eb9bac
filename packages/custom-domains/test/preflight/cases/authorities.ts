// An authority by its own CAA names, and from which day it must follow parameters.
import { finds, type Table } from '../scenario.ts';
import { issuance, kept } from './given.ts';

const ADDRESS = 'shop.@ A 192.0.2.1';

/** Baseline Requirements 4.2.2.1.2 (SC-098v2): authorities should follow parameters, and must from that day. */
const BINDING = Date.UTC(2027, 2, 15);
const DAYS = [
  ['the day before', 'warning', BINDING - 1],
  ['from that day', 'blocked', BINDING],
] as const;
const byHttp = kept(issuance('google', 'http-01'));
const atPlatform = [
  'cname.platform.test A 192.0.2.1',
  'cname.platform.test CAA 0 issue pki.goog; validationmethods=dns-01',
];

export const AUTHORITY_CASES: Readonly<Record<string, Table>> = {
  // Those of each are in rules/caa-policy.test.ts.
  'the CAA names of an authority': {
    'any of them allows it': finds('', [ADDRESS, '@ CAA 0 issue entrust.net'], {
      host: kept(issuance('sectigo')),
    }),
    "another's does not, and the fix is its first": finds(
      'blocked caa-blocks-authority',
      [ADDRESS, '@ CAA 0 issue letsencrypt.org'],
      { host: kept(issuance('sectigo')), changes: ['add @ CAA 0 issue "sectigo.com"'] },
    ),
  },
  'parameters of CAA': Object.fromEntries(
    DAYS.flatMap(([when, severity, at]) => [
      [
        `a challenge is left out, ${when}`,
        finds(
          `${severity} caa-limits-methods`,
          [ADDRESS, '@ CAA 0 issue pki.goog; validationmethods=dns-01'],
          {
            ...{ host: byHttp, at },
          },
        ),
      ],
      [
        `an account cannot be, ${when}`,
        finds(`${severity} caa-blocks-authority`, [ADDRESS, '@ CAA 0 issue pki.goog; accounturi=1'], {
          ...{ host: byHttp, at },
        }),
      ],
      [
        `a challenge is left out at the end of the CNAME, ${when}`,
        finds(`${severity} caa-of-current-target`, ['shop.@ CNAME cname.platform.test'], {
          ...{ host: byHttp, at, remains: true },
          more: { 'platform.test': { on: ['127.0.0.15'], records: atPlatform } },
        }),
      ],
    ]),
  ),
};
