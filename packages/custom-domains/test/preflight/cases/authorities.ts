// Each authority by its own CAA names, and from which day it must follow parameters.
import { finds, type Table } from '../scenario.ts';
import { issuance, kept } from './given.ts';

const ADDRESS = 'shop.@ A 192.0.2.1';

/** CCADB, All CAA Identifiers Report; Sectigo's CP/CPS 6.2.2, 4.2.4, which has those of Entrust too: one that allows, and the one to add. */
const NAMES = [
  ['sectigo', 'entrust.net', 'sectigo.com'],
  ['digicert', 'www.digicert.com', 'digicert.com'],
  ['sslcom', 'ssl.com', 'ssl.com'],
  ['globalsign', 'globalsign.com', 'globalsign.com'],
  ['certum', 'certum.eu', 'certum.pl'],
  ['certainly', 'certainly.com', 'certainly.com'],
] as const;

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
  'the CAA names of each authority': Object.fromEntries(
    NAMES.flatMap(([id, allowing, added]) => [
      [
        `${id} by ${allowing}`,
        finds('', [ADDRESS, `@ CAA 0 issue ${allowing}`], { host: kept(issuance(id)) }),
      ],
      [
        `${id} not by another's, and the fix is its first`,
        finds('blocked caa-blocks-authority', [ADDRESS, '@ CAA 0 issue letsencrypt.org'], {
          ...{ host: kept(issuance(id)), changes: [`add @ CAA 0 issue "${added}"`] },
        }),
      ],
    ]),
  ),
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
