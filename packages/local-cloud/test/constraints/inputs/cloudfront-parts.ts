// What distributions refer to: functions, origin access controls, response headers policies.
import { type Entry, kept, of, type TypeTable } from '../table.ts';
import { tags } from './tags.ts';

const PROVIDER = 'hashicorp/terraform-provider-aws internal/service/cloudfront';
const LIMITS = 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html';

const createFunction = of('CreateFunction');

const viewerFunction: TypeTable = {
  type: 'aws:cloudfront/function:Function',
  service: 'cloudfront',
  valid: {
    name: 'orders',
    runtime: 'cloudfront-js-2.0',
    code: 'function handler() {}',
    comment: 'The orders',
    publish: true,
    tags: { project: 'orders' },
  },
  inputs: {
    name: createFunction('Name'),
    runtime: createFunction('FunctionConfig.Runtime', {
      emulated: { only: ['cloudfront-js-2.0'], reason: 'the local edge runs the newer of the two' },
    }),
    code: createFunction('FunctionCode', {
      rules: [{ max: 10_240, bytes: true, source: `${LIMITS} (maximum function size)` }],
      probes: ['é'.repeat(5_120), 'é'.repeat(5_121)],
    }),
    comment: createFunction('FunctionConfig.Comment', {
      absent: { verdict: 'accepted', reason: `${PROVIDER}/function.go sends it empty` },
    }),
    publish: kept('it makes the provider call PublishFunction', `${PROVIDER}/function.go`, {
      emulated: { only: [true], reason: 'unpublished code runs nowhere' },
    }),
    // Newer than the model: the provider sends them since terraform-provider-aws #47916.
    ...tags({}),
  },
};

const policy = (member: string, more: Omit<Entry, 'members'> = {}) =>
  of('CreateResponseHeadersPolicy')(`ResponseHeadersPolicyConfig.${member}`, more);
const security = (member: string, more: Omit<Entry, 'members'> = {}) =>
  policy(`SecurityHeadersConfig.${member}`, more);
const transport = (member: string, more: Omit<Entry, 'members'> = {}) =>
  security(`StrictTransportSecurity.${member}`, more);

const headersPolicy: TypeTable = {
  type: 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
  service: 'cloudfront',
  valid: {
    name: 'orders',
    comment: 'The orders',
    securityHeadersConfig: {
      contentSecurityPolicy: { contentSecurityPolicy: "default-src 'self'", override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: 'DENY', override: true },
      referrerPolicy: { referrerPolicy: 'no-referrer', override: true },
      strictTransportSecurity: {
        ...{ accessControlMaxAgeSec: 60, includeSubdomains: true, preload: true, override: true },
      },
    },
    customHeadersConfig: { items: [{ header: 'x-orders', value: 'yes', override: true }] },
  },
  inputs: {
    name: policy('Name', {
      rules: [{ min: 1, source: 'cloudfront ResponseHeadersPolicyConfig.Name, required' }],
    }),
    comment: policy('Comment', {
      rules: [{ max: 128, source: 'cloudfront ResponseHeadersPolicyConfig.Comment, its documentation' }],
    }),
    securityHeadersConfig: policy('SecurityHeadersConfig'),
    'securityHeadersConfig.contentSecurityPolicy': security('ContentSecurityPolicy'),
    'securityHeadersConfig.contentSecurityPolicy.contentSecurityPolicy': security(
      'ContentSecurityPolicy.ContentSecurityPolicy',
      { unspecified: { values: [''], reason: 'no source defines what an empty policy does' } },
    ),
    'securityHeadersConfig.contentSecurityPolicy.override': security('ContentSecurityPolicy.Override'),
    'securityHeadersConfig.contentTypeOptions': security('ContentTypeOptions'),
    'securityHeadersConfig.contentTypeOptions.override': security('ContentTypeOptions.Override'),
    'securityHeadersConfig.frameOptions': security('FrameOptions'),
    'securityHeadersConfig.frameOptions.frameOption': security('FrameOptions.FrameOption'),
    'securityHeadersConfig.frameOptions.override': security('FrameOptions.Override'),
    'securityHeadersConfig.referrerPolicy': security('ReferrerPolicy'),
    'securityHeadersConfig.referrerPolicy.referrerPolicy': security('ReferrerPolicy.ReferrerPolicy'),
    'securityHeadersConfig.referrerPolicy.override': security('ReferrerPolicy.Override'),
    'securityHeadersConfig.strictTransportSecurity': security('StrictTransportSecurity'),
    'securityHeadersConfig.strictTransportSecurity.accessControlMaxAgeSec': transport(
      'AccessControlMaxAgeSec',
      {
        unspecified: { values: [-1], reason: 'no source defines what an age below 0 does' },
      },
    ),
    'securityHeadersConfig.strictTransportSecurity.includeSubdomains': transport('IncludeSubdomains'),
    'securityHeadersConfig.strictTransportSecurity.preload': transport('Preload'),
    'securityHeadersConfig.strictTransportSecurity.override': transport('Override'),
    customHeadersConfig: policy('CustomHeadersConfig'),
    'customHeadersConfig.items': policy('CustomHeadersConfig.Items', {
      rules: [{ max: 10, source: `${LIMITS} (custom headers per response headers policy)` }],
      stretch: (length) =>
        Array.from({ length }, (_, index) => ({ header: `x-orders-${index}`, value: 'yes', override: true })),
      absent: { verdict: 'refused', reason: "it is required by the provider's arguments" },
    }),
    'customHeadersConfig.items[]': policy('CustomHeadersConfig.Items[]'),
    'customHeadersConfig.items[].header': policy('CustomHeadersConfig.Items[].Header'),
    'customHeadersConfig.items[].value': policy('CustomHeadersConfig.Items[].Value'),
    'customHeadersConfig.items[].override': policy('CustomHeadersConfig.Items[].Override'),
  },
};

export const cloudfrontParts: readonly TypeTable[] = [viewerFunction, headersPolicy];
