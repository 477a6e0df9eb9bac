// Certificates and the wait for them: terraform-provider-aws, internal/service/acm.
import type { Forms, Properties, Sides } from '../forms/form.ts';
import { lowerCase, orElse, sameSet } from '../forms/values.ts';

/**
 * certificate.go. ACM keeps names in lower case (read back so in go-to-k/cdk-real-drift#1620) and the provider does
 * not suppress the difference: a certificate for a name with capitals is replaced in each run.
 */
export const certificateForms: Forms = {
  rules: [
    { path: 'domainName', served: lowerCase },
    // ACM adds the domain name to them; CustomizeDiff does the same to what is declared.
    { path: 'subjectAlternativeNames', computed: true, served: alternativeNames, same: sameAlternativeNames },
    { path: 'keyAlgorithm', computed: true, served: orElse('RSA_2048') },
    { path: 'options', computed: true, served: orElse({}) },
    // RequestCertificate, Options: the defaults of the two.
    { path: 'options.certificateTransparencyLoggingPreference', served: orElse('ENABLED') },
    { path: 'options.export', computed: true, served: orElse('DISABLED') },
  ],
};

function alternativeNames(names: unknown, { domainName }: Properties): unknown {
  const all = [domainName, ...(Array.isArray(names) ? names : [])].map(lowerCase);
  return [...new Set(all)];
}

function sameAlternativeNames(
  served: unknown,
  declared: unknown,
  { declared: { domainName } }: Sides,
): boolean {
  return sameSet(served, [domainName, ...((declared ?? []) as unknown[])]);
}

/** certificate_validation.go: neither input is read back in another form. */
export const validationForms: Forms = { rules: [{ path: 'validationRecordFqdns', same: sameSet }] };
