// Production's deployment depends on staging's site, and on none of its custom hosts: what the events of an update tell.
import { failedResource } from '@petstore/custom-domains/many-hosts';
import { expect, test } from 'vitest';
import { siteProblems } from '../../.github/scripts/site-problems.ts';

const urn = (type: string, name: string) => `urn:pulumi:staging::petstore::${type}::${name}`;
const validated = 'aws:acm/certificateValidation:CertificateValidation';
const host = urn(`custom-domains:index:CustomHost$${validated}`, 'shop.test-validated');
const api = urn('petstore:api:PetsApi$aws:lambda/function:Function', 'api-function');
const summary = { summaryEvent: { isPreview: false, result: 'failed' } };
const failed = (of: string) => ({ resOpFailedEvent: { metadata: { urn: of, op: 'create' } } });
const error = (message: string, of?: string) => ({
  diagnosticEvent: { urn: of, message, severity: 'error', prefix: 'error: ' },
});
/** The Node.js runtime's report of a promise of a failed resource. */
const rejected = error(
  `Running program 'main.js' failed with an unhandled exception:\nError: resource shop.test-validated [${validated}] failed to register\n`,
);
const log = (...events: object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');

test.each([
  [log(summary), []],
  [log(failed(host), error('CAA_ERROR', host), rejected, summary), []],
  [log(failed(host), error('CAA_ERROR', host), error(failedResource('shop.test-validated')), summary), []],
  [log(failed(host), error(failedResource('api-function')), summary), [failedResource('api-function')]],
  [log({ diagnosticEvent: { message: 'old', severity: 'warning' } }, summary), []],
  [log(failed(api), error('too big', api), summary), ['api-function failed', 'too big']],
  [log(failed(host), error('no zone\n  at x.ts'), summary), ['no zone']],
  [log(failed(host)), ['the update did not reach its end']],
  [log({ summaryEvent: { isPreview: true } }), ['the update did not reach its end']],
  ['', ['the update did not reach its end']],
])('%j', (events, problems) => {
  expect(siteProblems(events)).toEqual(problems);
});
