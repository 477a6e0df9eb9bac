// Certificates, and the wait for their issue.
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const ACM = 'internal/service/acm/certificate.go';
const withDots = (names: unknown) => (names as string[]).map((name) => `${name}.`);

export const certificateForms: readonly FormRow[] = [
  row('aws:acm/certificate:Certificate', {
    what: 'a name with capitals',
    ...{ declares: { domainName: 'One.orders.localhost' }, shows: 'replace' },
    gives: { domainName: 'one.orders.localhost', subjectAlternativeNames: ['one.orders.localhost'] },
    source: `ACM keeps lower case (go-to-k/cdk-real-drift#1620); ${ACM}: domain_name is ForceNew`,
  }),
  row('aws:acm/certificate:Certificate', {
    what: 'alternative names in another order, the domain name among them',
    declares: { subjectAlternativeNames: ['two.orders.localhost', 'three.orders.localhost'] },
    next: {
      subjectAlternativeNames: ['three.orders.localhost', 'one.orders.localhost', 'two.orders.localhost'],
    },
    ...{ shows: 'same', source: `${ACM}: CustomizeDiff, sanSet.Add` },
  }),
  row('aws:acm/certificate:Certificate', {
    what: 'no key algorithm, alternative names and options, where there were some',
    declares: {
      ...{ keyAlgorithm: 'EC_prime256v1', subjectAlternativeNames: ['two.orders.localhost'] },
      options: { certificateTransparencyLoggingPreference: 'DISABLED' },
    },
    gives: { options: { certificateTransparencyLoggingPreference: 'DISABLED', export: 'DISABLED' } },
    next: {},
    ...{ shows: 'same', source: `${ACM}: all are Optional and Computed` },
  }),
  row('aws:acm/certificate:Certificate', {
    what: 'no key algorithm and no options',
    declares: {},
    gives: {
      keyAlgorithm: 'RSA_2048',
      options: { certificateTransparencyLoggingPreference: 'ENABLED', export: 'DISABLED' },
    },
    ...{ shows: 'same', source: 'RequestCertificate in the API reference: KeyAlgorithm, Options' },
  }),
  row('aws:acm/certificate:Certificate', {
    what: 'options without export, where it was among them',
    declares: { options: { certificateTransparencyLoggingPreference: 'ENABLED', export: 'ENABLED' } },
    next: { options: { certificateTransparencyLoggingPreference: 'ENABLED' } },
    ...{ shows: 'same', source: `${ACM}: export is Optional and Computed` },
  }),
  row('aws:acm/certificateValidation:CertificateValidation', {
    what: 'names in another order',
    declares: {},
    next: ({ validationRecordFqdns }) => ({
      validationRecordFqdns: [...(validationRecordFqdns as string[])].reverse(),
    }),
    ...{ shows: 'same', source: 'internal/service/acm/certificate_validation.go: a TypeSet' },
  }),
  row('aws:acm/certificateValidation:CertificateValidation', {
    what: 'names with a final dot, where they had none',
    declares: {},
    next: ({ validationRecordFqdns: names }) => ({ validationRecordFqdns: withDots(names) }),
    ...{ shows: 'replace', source: 'internal/service/acm/certificate_validation.go: texts, ForceNew' },
  }),
];
