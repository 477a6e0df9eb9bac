// HTTP APIs and their custom domain names: terraform-provider-aws, internal/service/apigatewayv2.
import type { Forms } from '../forms/form.ts';
import { lowerCase, orElse, sameSetIgnoringCase } from '../forms/values.ts';

/** The service echoes header names in lower case (go-to-k/cdk-real-drift#257, #933), methods and origins as sent. */
const headers = (names: unknown) => (Array.isArray(names) ? names.map(lowerCase) : names);

/** api.go: the sets of `cors_configuration` hash by sdkv2.StringCaseInsensitiveSetFunc. */
export const apiForms: Forms = {
  rules: [
    { path: 'corsConfiguration.allowHeaders', served: headers, same: sameSetIgnoringCase },
    { path: 'corsConfiguration.exposeHeaders', served: headers, same: sameSetIgnoringCase },
    { path: 'corsConfiguration.allowMethods', same: sameSetIgnoringCase },
    { path: 'corsConfiguration.allowOrigins', same: sameSetIgnoringCase },
    { path: 'ipAddressType', computed: true, served: orElse('ipv4') },
  ],
};

/** integration.go. */
export const integrationForms: Forms = {
  rules: [
    // DiffSuppressFunc: "Default HTTP method for Lambda integration is POST."
    { path: 'integrationMethod', computed: true, served: orElse('POST') },
    // CreateIntegration, timeoutInMillis: 30 seconds for HTTP APIs.
    { path: 'timeoutMilliseconds', computed: true, served: orElse(30_000) },
  ],
};

/** stage.go: SuppressMissingOptionalConfigurationBlock; the service's default has detailed metrics off. */
export const stageForms: Forms = {
  rules: [
    { path: 'defaultRouteSettings', computed: true, served: orElse({ detailedMetricsEnabled: false }) },
  ],
};

/** domain_name.go. The host name must be in lower case: CreateDomainName refuses any other. */
export const domainNameForms: Forms = {
  rules: [
    { path: 'domainNameConfiguration.ipAddressType', computed: true, served: orElse('ipv4') },
    { path: 'routingMode', computed: true, served: orElse('API_MAPPING_ONLY') },
  ],
};
