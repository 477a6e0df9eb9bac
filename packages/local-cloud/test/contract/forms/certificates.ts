// Certificates, and the wait for their issue.
import { type FormRow, rows } from '../form.ts';

const withDots = (names: unknown) => (names as string[]).map((name) => `${name}.`);

export const certificateForms: readonly FormRow[] = [
  ...rows('aws:acm/certificate:Certificate', [
    {
      what: 'a name with capitals',
      declares: { domainName: 'One.orders.localhost' },
      shows: 'replace',
      gives: { domainName: 'one.orders.localhost', subjectAlternativeNames: ['one.orders.localhost'] },
    },
    {
      what: 'alternative names in another order, the domain name among them',
      declares: { subjectAlternativeNames: ['two.orders.localhost', 'three.orders.localhost'] },
      next: {
        subjectAlternativeNames: ['three.orders.localhost', 'one.orders.localhost', 'two.orders.localhost'],
      },
    },
    {
      what: 'no key algorithm, alternative names and options, where there were some',
      declares: {
        ...{ keyAlgorithm: 'EC_prime256v1', subjectAlternativeNames: ['two.orders.localhost'] },
        options: { certificateTransparencyLoggingPreference: 'DISABLED' },
      },
      gives: { options: { certificateTransparencyLoggingPreference: 'DISABLED', export: 'DISABLED' } },
      next: {},
    },
    {
      what: 'no key algorithm and no options',
      declares: {},
      gives: {
        keyAlgorithm: 'RSA_2048',
        options: { certificateTransparencyLoggingPreference: 'ENABLED', export: 'DISABLED' },
      },
    },
    {
      what: 'options without export, where it was among them',
      declares: { options: { certificateTransparencyLoggingPreference: 'ENABLED', export: 'ENABLED' } },
      next: { options: { certificateTransparencyLoggingPreference: 'ENABLED' } },
    },
  ]),
  ...rows('aws:acm/certificateValidation:CertificateValidation', [
    {
      what: 'names in another order',
      declares: {},
      next: ({ validationRecordFqdns }) => ({
        validationRecordFqdns: [...(validationRecordFqdns as string[])].reverse(),
      }),
    },
    {
      what: 'names with a final dot, where they had none',
      declares: {},
      next: ({ validationRecordFqdns: names }) => ({ validationRecordFqdns: withDots(names) }),
      shows: 'replace',
    },
  ]),
];
