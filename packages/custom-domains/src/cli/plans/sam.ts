// What AWS SAM's transform makes of the domains of APIs: https://github.com/aws/serverless-application-model, 1.115.0.
import { isObject, type Json } from './resource.ts';

/** By type: the section of `Globals` that its resources share, and the API that events are for without one of their own. */
const APIS: Readonly<
  Record<string, { section: string; event: string; reference: string; implicit: string }>
> = {
  'AWS::Serverless::Api': {
    ...{ section: 'Api', event: 'Api', reference: 'RestApiId', implicit: 'ServerlessRestApi' },
  },
  'AWS::Serverless::HttpApi': {
    ...{ section: 'HttpApi', event: 'HttpApi', reference: 'ApiId', implicit: 'ServerlessHttpApi' },
  },
  'AWS::Serverless::WebSocketApi': { section: 'WebSocketApi', event: '', reference: '', implicit: '' },
};

type Entry = readonly [id: string, resource: unknown];

export function samResources({ Globals }: Json, resources: readonly Entry[]): readonly Entry[] {
  const globals = isObject(Globals) ? Globals : {};
  const implicit = Object.entries(APIS).flatMap(([Type, { event, reference, implicit: id }]): Entry[] => {
    const isUsed = resources.some(([, one]) =>
      eventsOf(one).some((all) => all.Type === event && !hasApi(all, reference)),
    );
    return isUsed ? [[id, { Type, Properties: {} }]] : [];
  });
  return [...resources, ...implicit].flatMap(([id, resource]): Entry[] => {
    const api = isObject(resource) && typeof resource.Type === 'string' ? APIS[resource.Type] : undefined;
    if (!isObject(resource) || api === undefined) return [[id, resource]];
    const shared = globals[api.section];
    const properties = isObject(resource.Properties) ? resource.Properties : {};
    const Domain = merged(isObject(shared) ? shared.Domain : undefined, properties.Domain);
    const own = {
      ...properties,
      Domain: isObject(Domain) ? { EndpointConfiguration: 'REGIONAL', ...Domain } : Domain,
    };
    return [[id, { ...resource, Properties: own }], ...record(id, Domain, resource.Condition)];
  });
}

/** Dictionaries are merged, and any other value of the resource is in place of that of `Globals`. */
function merged(shared: unknown, own: unknown): unknown {
  if (!isObject(shared) || !isObject(own)) return own ?? shared;
  const all = Object.entries(own).map(([key, one]) => [key, merged(shared[key], one)]);
  return { ...shared, ...Object.fromEntries(all) };
}

function eventsOf(resource: unknown): Json[] {
  const properties =
    isObject(resource) && resource.Type === 'AWS::Serverless::Function' ? resource.Properties : {};
  const events = isObject(properties) ? properties.Events : undefined;
  return isObject(events) ? Object.values(events).filter(isObject) : [];
}

const hasApi = ({ Properties }: Json, reference: string): boolean =>
  isObject(Properties) && Properties[reference] !== undefined;

/** With `Route53`, an alias record of the domain name. */
function record(id: string, domain: unknown, Condition: unknown): Entry[] {
  const zone = isObject(domain) ? domain.Route53 : undefined;
  if (!isObject(domain) || !isObject(zone)) return [];
  const { HostedZoneId, HostedZoneName } = zone;
  const AliasTarget = { DNSName: { 'Fn::GetAtt': [id, 'DomainName'] } };
  const Properties = { Name: domain.DomainName, Type: 'A', HostedZoneId, HostedZoneName, AliasTarget };
  return [[`${id}.Route53`, { Type: 'AWS::Route53::RecordSet', Properties, Condition }]];
}
