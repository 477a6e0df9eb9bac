// API Gateway's resources: outputs, custom domain names, and refusals.
import { expect, it } from 'vitest';
import { domainInputs, gateway, gatewayWithApi } from './gateway.ts';

const DOMAIN = 'api.shop.localhost';
const OTHER = 'b.localhost';

/** The regional domain name of a custom domain name, which its routing record points to. */
const targetOf = ({ outputs }: { outputs: Record<string, unknown> }) =>
  (outputs.domainNameConfiguration as { targetDomainName: string }).targetDomainName;

/** An API, and the custom domain name with its certificate. */
async function withDomain() {
  const cloud = await gatewayWithApi();
  const first = cloud.certificates.issue(DOMAIN);
  const domain = await cloud.domainName.create(domainInputs(DOMAIN, first));
  const mapping = { apiId: cloud.apiId, domainName: DOMAIN, stage: '$default' };
  cloud.names.point(DOMAIN, targetOf(domain));
  return { ...cloud, domain, first, mapping };
}

it('an API has the outputs of the provider, and its default endpoint in DNS while it exists', async () => {
  const { created, apiId, host, names, api } = await gatewayWithApi();
  expect(apiId).toMatch(/^[a-z0-9]{10}$/);
  const executionArn = `arn:aws:execute-api:eu-west-1:123456789012:${apiId}`;
  expect(created.api.outputs).toMatchObject({
    apiEndpoint: `https://${apiId}.execute-api.eu-west-1.localhost`,
    arn: `arn:aws:apigateway:eu-west-1::/apis/${apiId}`,
    executionArn,
  });
  expect(created.stage.outputs).toMatchObject({
    executionArn: `${executionArn}/$default`,
    invokeUrl: `https://${host}/`,
  });
  expect(names.published.has(host)).toBe(true);
  await api.delete(apiId, created.api.inputs);
  expect(names.published.has(host)).toBe(false);
  expect(await api.read(apiId)).toBeUndefined();
});

it('the parts of an API refuse what is repeated, malformed, in use or not of this API', async () => {
  const { apiId, route, stage, integration, api, created } = await gatewayWithApi();
  const target = `integrations/${created.integration.id}`;
  const other = await api.create({ name: 'other', protocolType: 'HTTP' });
  const logs = (destinationArn: string, format: string) =>
    stage.create({ apiId, name: 'x', accessLogSettings: { destinationArn, format } });
  const group = 'arn:aws:logs:eu-west-1:123456789012:log-group:access';
  const own = created.integration;
  const refusals: [() => Promise<unknown>, string][] = [
    [() => route.create({ apiId, routeKey: '$default', target }), 'ConflictException: Route with key'],
    [() => route.create({ apiId: other.id, routeKey: '$default', target }), 'Invalid target'],
    [() => route.create({ apiId: 'none', routeKey: '$default' }), 'NotFoundException:'],
    [() => stage.create({ apiId, name: '$default' }), 'ConflictException: Stage already exists'],
    [() => stage.create({ apiId: 'none', name: 'x' }), 'NotFoundException: Invalid API identifier'],
    [() => logs(group, '$context.status'), 'BadRequestException: Access Log format must contain'],
    [() => logs('arn:aws:s3:::logs', '$context.requestId'), 'BadRequestException: Invalid ARN specified'],
    [() => integration.update('x', { ...own.inputs, integrationUri: 'x' }, own.inputs), 'Invalid lambda'],
    [() => integration.delete(own.id, own.inputs), 'ConflictException: Cannot delete Integration'],
  ];
  for (const [refused, message] of refusals) await expect(refused()).rejects.toThrow(message);
});

it('a custom domain name serves the mapped stage with its own certificate, at its regional domain name', async () => {
  const { domain, mapping, apiMapping, names, ask, apiId } = await withDomain();
  const target = targetOf(domain);
  expect(domain.id).toBe(DOMAIN);
  expect(target).toMatch(/^d-[a-z0-9]{10}\.execute-api\.eu-west-1\.localhost$/);
  expect(domain.outputs.domainNameConfiguration).toMatchObject({ hostedZoneId: 'ZLY8HYME6SFDD' });
  expect(names.published.get(target)).toBe('ZLY8HYME6SFDD');
  expect(await ask(DOMAIN, '/')).toMatchObject({ status: 404, body: '{"message":"Not Found"}' });
  await apiMapping.create(mapping);
  const foreign = await ask(DOMAIN, '/', { headers: { host: 'other.localhost' } });
  expect(foreign).toMatchObject({ status: 403, headers: { 'x-amzn-errortype': 'ForbiddenException' } });
  const { body } = await ask(DOMAIN, '/v1/orders');
  expect(JSON.parse(body)).toMatchObject({
    rawPath: '/v1/orders',
    requestContext: { domainName: DOMAIN, domainPrefix: 'api', apiId },
  });
});

it('a custom domain name is not served at the address of an API or of another domain name, which have other certificates', async () => {
  const { certificates, domainName, apiMapping, mapping, names, ask, host } = await withDomain();
  await apiMapping.create(mapping);
  const other = await domainName.create(domainInputs(OTHER, certificates.issue(OTHER)));
  for (const target of [host, targetOf(other)]) {
    names.point(DOMAIN, target);
    const alone = { agent: false, ca: certificates.authorityPem };
    await expect(ask(DOMAIN, '/', alone)).rejects.toThrow("is not in the cert's altnames");
    const trusting = await ask(DOMAIN, '/', { rejectUnauthorized: false, agent: false });
    expect(trusting).toMatchObject({ status: 403, body: '{"message":"Forbidden"}' });
  }
});

it('a custom domain name needs a certificate that is issued, in its region, for its name', async () => {
  const { certificates, domainName } = await gateway();
  const elsewhere = certificates.issue(DOMAIN, 'us-east-1');
  const pending = 'arn:aws:acm:eu-west-1:123456789012:certificate/pending';
  const refusals: [string, string][] = [
    [elsewhere, `Invalid certificate ARN: ${elsewhere}. Certificate must be in 'eu-west-1'.`],
    [pending, 'does not exist or is not issued'],
    ...['shop.localhost', '*.api.shop.localhost', '*.localhost'].map((name): [string, string] => [
      certificates.issue(name),
      `does not cover the domain name ${DOMAIN}`,
    ]),
  ];
  for (const [arn, message] of refusals)
    await expect(domainName.create(domainInputs(DOMAIN, arn))).rejects.toThrow(message);
  await domainName.create(domainInputs(DOMAIN, certificates.issue(`*.shop.localhost`)));
});

it('a custom domain name uses its certificate, changes it in place, and releases it when it is deleted', async () => {
  const { certificates, domainName, domain, first, ask, names, api, apiId, created } = await withDomain();
  const second = certificates.issue(DOMAIN);
  const updated = await domainName.update(DOMAIN, domainInputs(DOMAIN, second), domain.inputs);
  expect([first, second].map(certificates.inUse)).toEqual([false, true]);
  expect(updated).toMatchObject({ domainNameConfiguration: { targetDomainName: targetOf(domain) } });
  expect(await ask(DOMAIN, '/')).toMatchObject({ status: 404 });
  await domainName.delete(DOMAIN, domainInputs(DOMAIN, second));
  await api.delete(apiId, created.api.inputs);
  expect([certificates.inUse(second), names.published.size]).toEqual([false, 0]);
  await expect(ask(DOMAIN, '/', { agent: false })).rejects.toThrow('unrecognized name');
});

it('a repeated domain name, invalid and repeated mappings, and the deletion of a mapped API are refused', async () => {
  const { domainName, domain, apiMapping, mapping, api, apiId, created } = await withDomain();
  const { id, inputs } = await apiMapping.create(mapping);
  const elsewhere = { ...mapping, domainName: OTHER };
  const refusals: [() => Promise<unknown>, string][] = [
    [() => domainName.create(domain.inputs), 'ConflictException: The domain name you provided already'],
    [() => apiMapping.create(elsewhere), 'NotFoundException: Invalid domain name identifier'],
    [() => apiMapping.create({ ...mapping, stage: 'none' }), 'Invalid stage identifier specified'],
    [() => apiMapping.create(mapping), 'ConflictException: ApiMapping key already exists'],
    [() => api.delete(apiId, created.api.inputs), 'Please remove all API mappings'],
  ];
  for (const [refused, message] of refusals) await expect(refused()).rejects.toThrow(message);
  await apiMapping.delete(id, inputs);
  await api.delete(apiId, created.api.inputs);
});
