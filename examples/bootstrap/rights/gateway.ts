// The rights for API Gateway. Its integrations, routes and mappings have no tags of their own: their condition key
// aws:ResourceTag has the tags of the API or the domain name that they belong to.
// https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonapigatewaymanagementv2.html
import { gateway, type Right } from './right.ts';

const CHANGES = 'DELETE PATCH POST';

/**
 * Setting tags is a PUT or POST on /tags, and the right to create with tags is checked as TagResource on the collection
 * too: "not authorized to perform: apigateway:TagResource on resource: …/apis/<id>/stages", which the reference lacks.
 * It also has no condition key for what has the tags, so that a call without aws:ResourceTag is allowed: see "What one
 * account cannot separate" in README.md. Removing tags needs the key, and is refused without it.
 */
const TAGS: readonly Right[] = [
  { service: 'apigateway', on: gateway('/tags/*'), write: 'DELETE', tagged: true },
  { service: 'apigateway', on: gateway('/tags/*'), create: 'POST PUT' },
];

export const API_OF_GATEWAY: readonly Right[] = [
  { service: 'apigateway', on: gateway('/apis/*'), read: 'GET', write: CHANGES, tagged: true },
  { service: 'apigateway', on: gateway('/apis'), create: 'POST' },
  { service: 'apigateway', on: gateway('/apis', '/apis/*/stages'), create: 'TagResource' },
  ...TAGS,
];

/** The parts of an API without tags of their own. */
export const PART_OF_API: readonly Right[] = API_OF_GATEWAY.slice(0, 1);

export const DOMAIN_NAME: readonly Right[] = [
  { service: 'apigateway', on: gateway('/domainnames/*'), read: 'GET', write: CHANGES, tagged: true },
  { service: 'apigateway', on: gateway('/domainnames'), create: 'POST TagResource' },
  ...TAGS,
];

export const MAPPING: readonly Right[] = DOMAIN_NAME.slice(0, 1);
