// API Gateway's resources: outputs, custom domain names, and refusals in the service's words.
import { describe, expect, it } from 'vitest';
import { askOver, connectTo } from '../../../../test/cli/local/clients.ts';
import { httpsClient } from '../support/client.ts';
import { gateway, gatewayWithApi } from '../support/gateway.ts';

const DOMAIN = 'api.shop.localhost';
const domainInputs = (certificateArn: string, domainName = DOMAIN) => ({
  domainName,
  domainNameConfiguration: {
    certificateArn,
    endpointType: 'REGIONAL',
    securityPolicy: 'TLS_1_2',
    ipAddressType: 'dualstack',
  },
});

type Cloud = Awaited<ReturnType<typeof gatewayWithApi>>;

/** The regional domain name of a custom domain name, which its routing record points to. */
const targetOf = ({ outputs }: { outputs: Record<string, unknown> }) =>
  (outputs.domainNameConfiguration as { targetDomainName: string }).targetDomainName;

describe('an API', () => {
  it('has the outputs of the provider, and its default endpoint in DNS', async () => {
    const { created, apiId, host, names, api } = await gatewayWithApi();
    expect(apiId).toMatch(/^[a-z0-9]{10}$/);
    expect(created.api.outputs).toMatchObject({
      apiEndpoint: `https://${apiId}.execute-api.eu-west-1.localhost`,
      arn: `arn:aws:apigateway:eu-west-1::/apis/${apiId}`,
      executionArn: `arn:aws:execute-api:eu-west-1:123456789012:${apiId}`,
    });
    expect(created.stage.outputs).toMatchObject({
      executionArn: `arn:aws:execute-api:eu-west-1:123456789012:${apiId}/$default`,
      invokeUrl: `https://${host}/`,
    });
    expect(names.published.has(host)).toBe(true);
    await api.delete(apiId, created.api.inputs);
    expect(names.published.has(host)).toBe(false);
    expect(await api.read(apiId)).toBeUndefined();
  });

  it('refuses a repeated route key, an invalid one, a target of another API and a repeated stage', async () => {
    const { apiId, integrationId, route, stage } = await gatewayWithApi();
    const target = `integrations/${integrationId}`;
    await expect(route.create({ apiId, routeKey: '$default', target })).rejects.toThrow(
      'ConflictException: Route with key $default already exists for this API',
    );
    await expect(route.create({ apiId, routeKey: 'FETCH /', target })).rejects.toThrow(
      'BadRequestException: The provided route key is not formatted properly for HTTP protocol.',
    );
    await expect(route.create({ apiId, routeKey: 'GET /', target: 'integrations/none' })).rejects.toThrow(
      'Invalid target',
    );
    await expect(stage.create({ apiId, name: '$default' })).rejects.toThrow(
      'ConflictException: Stage already exists',
    );
    await expect(stage.create({ apiId: 'none', name: 'x' })).rejects.toThrow(
      'NotFoundException: Invalid API identifier specified none',
    );
  });

  it('does not delete an integration that a route uses', async () => {
    const { integration, integrationId, created } = await gatewayWithApi();
    await expect(integration.delete(integrationId, created.integration.inputs)).rejects.toThrow(
      `ConflictException: Cannot delete Integration '${integrationId}'`,
    );
  });

  it('refuses an access log without a request id, or without a log group', async () => {
    const { apiId, stage } = await gatewayWithApi();
    const logging = (destinationArn: string, format: string) =>
      stage.create({ apiId, name: 'x', accessLogSettings: { destinationArn, format } });
    const group = 'arn:aws:logs:eu-west-1:123456789012:log-group:access';
    await expect(logging(group, '$context.status')).rejects.toThrow('Access Log format must contain');
    await expect(logging('group', '$context.requestId')).rejects.toThrow('is an invalid ARN');
    await expect(logging('arn:aws:s3:::logs', '$context.requestId')).rejects.toThrow(
      'Invalid ARN specified in the request',
    );
  });

  it.each([
    [
      'api',
      { name: 'a', protocolType: 'WEBSOCKET' },
      "the local cloud does not emulate 'WEBSOCKET': the local gateway has HTTP APIs",
    ],
    ['api', { name: 'a', protocolType: 'HTTP', body: '{}' }, 'Unrecognized key: "body"'],
    [
      'integration',
      { apiId: 'a', integrationType: 'AWS_PROXY', integrationUri: 'x' },
      "the local cloud does not emulate the provider's default, 1.0: the function's adapter reads events of version 2.0",
    ],
  ] as const)('%s: is not declared as %o', async (kind, inputs, message) => {
    const parts = await gateway();
    expect(parts[kind].parse(inputs).error?.issues[0]?.message).toBe(message);
  });
});

describe('a custom domain name', () => {
  it('serves the mapped stage with its own certificate, at its regional domain name', async () => {
    const parts = await gatewayWithApi();
    const { certificates, domainName, apiMapping, apiId, names, ask } = parts;
    const { id, outputs } = await domainName.create(domainInputs(certificates.issue([DOMAIN])));
    const { targetDomainName, hostedZoneId, ipAddressType } =
      outputs.domainNameConfiguration as unknown as Record<string, string>;
    expect(id).toBe(DOMAIN);
    expect(targetDomainName).toMatch(/^d-[a-z0-9]{10}\.execute-api\.eu-west-1\.localhost$/);
    expect([hostedZoneId, ipAddressType]).toEqual(['ZLY8HYME6SFDD', 'dualstack']);
    expect(names.published.get(targetDomainName as string)).toBe(hostedZoneId);
    names.point(DOMAIN, targetDomainName);
    expect(await ask(DOMAIN, '/')).toMatchObject({ status: 404, body: '{"message":"Not Found"}' });
    await apiMapping.create({ apiId, domainName: id, stage: '$default' });
    const foreign = await ask(DOMAIN, '/', { headers: { host: 'other.localhost' } });
    expect(foreign).toMatchObject({ status: 403, body: '{"message":"Forbidden"}' });
    const { body } = await ask(DOMAIN, '/v1/orders');
    expect(JSON.parse(body)).toMatchObject({
      rawPath: '/v1/orders',
      requestContext: { domainName: DOMAIN, domainPrefix: 'api', apiId },
    });
  });

  it.each([
    ['an API', async (cloud: Cloud) => cloud.host],
    [
      'another domain name',
      async ({ certificates, domainName }: Cloud) =>
        targetOf(await domainName.create(domainInputs(certificates.issue(['b.localhost']), 'b.localhost'))),
    ],
  ])('is not served at the address of %s, which has another certificate', async (_what, urlFor) => {
    const cloud = await gatewayWithApi();
    const { certificates, domainName, apiMapping, apiId, names, ask } = cloud;
    await domainName.create(domainInputs(certificates.issue([DOMAIN])));
    await apiMapping.create({ apiId, domainName: DOMAIN, stage: '$default' });
    names.point(DOMAIN, await urlFor(cloud));
    await expect(ask(DOMAIN, '/')).rejects.toThrow(
      "altnames: Host: api.shop.localhost. is not in the cert's",
    );
    const trusting = await ask(DOMAIN, '/', { rejectUnauthorized: false, agent: false });
    expect(trusting).toMatchObject({ status: 403, body: '{"message":"Forbidden"}' });
    expect(trusting.headers['x-amzn-errortype']).toBe('ForbiddenException');
  });

  it('is deleted, mapping first, when earlier connections have had their response', async () => {
    const cloud = await gatewayWithApi({ routeKeys: ['GET /'] });
    const { certificates, domainName, apiMapping, apiId, names, ingress } = cloud;
    const created = await domainName.create(domainInputs(certificates.issue([DOMAIN])));
    const mapping = await apiMapping.create({ apiId, domainName: DOMAIN, stage: '$default' });
    names.point(DOMAIN, targetOf(created));
    const { authorityPem } = certificates;
    const connect = () => connectTo('127.0.0.1', DOMAIN, { httpsPort: ingress.httpsPort, authorityPem });
    const before = await connect();
    const unmapped = apiMapping.delete(mapping.id, mapping.inputs);
    expect(await askOver(before, DOMAIN, ingress.httpsPort)).toMatchObject({ status: 200 });
    await unmapped;
    const later = await connect();
    const deleted = domainName.delete(DOMAIN, created.inputs);
    expect(await askOver(later, DOMAIN, ingress.httpsPort)).toMatchObject({ status: 404 });
    await deleted;
    await expect(connect()).rejects.toThrow('unrecognized name');
  });

  it('has the mapping key in rawPath, and not in the path that routes match', async () => {
    const { certificates, domainName, apiMapping, apiId, ask, names } = await gatewayWithApi({
      routeKeys: ['GET /orders'],
    });
    const created = await domainName.create(domainInputs(certificates.issue([`*.shop.localhost`])));
    names.point(DOMAIN, targetOf(created));
    await apiMapping.create({ apiId, domainName: DOMAIN, stage: '$default', apiMappingKey: 'v1' });
    const { body } = await ask(DOMAIN, '/v1/orders');
    expect(JSON.parse(body)).toMatchObject({ rawPath: '/v1/orders', routeKey: 'GET /orders' });
    expect(await ask(DOMAIN, '/orders')).toMatchObject({ status: 404 });
  });

  it('needs a certificate that is issued, in its region, for its name', async () => {
    const { certificates, domainName } = await gateway();
    const elsewhere = certificates.issue([DOMAIN], 'us-east-1');
    await expect(domainName.create(domainInputs(elsewhere))).rejects.toThrow(
      `BadRequestException: Invalid certificate ARN: ${elsewhere}. Certificate must be in 'eu-west-1'.`,
    );
    const pending = 'arn:aws:acm:eu-west-1:123456789012:certificate/pending';
    await expect(domainName.create(domainInputs(pending))).rejects.toThrow('does not exist or is not issued');
    for (const other of ['shop.localhost', '*.api.shop.localhost', '*.localhost']) {
      await expect(domainName.create(domainInputs(certificates.issue([other])))).rejects.toThrow(
        `does not cover the domain name ${DOMAIN}: it is for ${other}`,
      );
    }
  });

  it('is refused when it exists already', async () => {
    const { certificates, domainName } = await gateway();
    const arn = certificates.issue([DOMAIN]);
    await domainName.create(domainInputs(arn));
    await expect(domainName.create(domainInputs(arn))).rejects.toThrow(
      'ConflictException: The domain name you provided already exists.',
    );
  });

  it('uses its certificate, changes it in place, and releases it when it is deleted', async () => {
    const { certificates, domainName, ask, names } = await gateway();
    const [first, second] = [certificates.issue([DOMAIN]), certificates.issue([DOMAIN])];
    const created = await domainName.create(domainInputs(first));
    const user = `arn:aws:apigateway:eu-west-1::/domainnames/${DOMAIN}`;
    expect([...certificates.used]).toEqual([`${first} ${user}`]);
    const updated = await domainName.update(DOMAIN, domainInputs(second), created.inputs);
    expect([...certificates.used]).toEqual([`${second} ${user}`]);
    expect(updated).toMatchObject({
      domainNameConfiguration: { targetDomainName: targetOf(created) },
    });
    names.point(DOMAIN, targetOf(created));
    expect(await ask(DOMAIN, '/')).toMatchObject({ status: 404 });
    await domainName.delete(DOMAIN, domainInputs(second));
    expect([certificates.used.size, names.published.size]).toEqual([0, 0]);
    await expect(ask(DOMAIN, '/', { agent: false })).rejects.toThrow('unrecognized name');
  });

  it('refuses invalid and repeated mappings, and the deletion of a mapped API', async () => {
    const { certificates, domainName, apiMapping, apiId, api, created } = await gatewayWithApi();
    const mapping = { apiId, domainName: DOMAIN, stage: '$default' };
    await expect(apiMapping.create(mapping)).rejects.toThrow(
      'NotFoundException: Invalid domain name identifier specified',
    );
    await domainName.create(domainInputs(certificates.issue([DOMAIN])));
    await expect(apiMapping.create({ ...mapping, stage: 'none' })).rejects.toThrow(
      'Invalid stage identifier specified',
    );
    await expect(apiMapping.create({ ...mapping, apiMappingKey: '/' })).rejects.toThrow(
      'An ApiMapping key may contain only',
    );
    const { id, inputs } = await apiMapping.create(mapping);
    await expect(apiMapping.create(mapping)).rejects.toThrow(
      'ConflictException: ApiMapping key already exists for this domain name',
    );
    await expect(api.delete(apiId, created.api.inputs)).rejects.toThrow('Please remove all API mappings');
    await apiMapping.delete(id, inputs);
    await api.delete(apiId, created.api.inputs);
  });

  it('is served again after a restart, and logged where its certificate no longer exists', async () => {
    const first = await gatewayWithApi();
    const { certificates, context } = first;
    const created = await first.domainName.create(domainInputs(certificates.issue([DOMAIN])));
    await first.domainName.create(domainInputs(certificates.issue(['b.localhost']), 'b.localhost'));
    await first.apiMapping.create({ apiId: first.apiId, domainName: DOMAIN, stage: '$default' });
    await Promise.all([first.ingress.close(), first.functions.close(), first.service.close()]);
    const lost = {
      ...certificates,
      issued: (arn: string) => (arn.endsWith('/1') ? undefined : certificates.issued(arn)),
    };
    const again = await gateway(context, lost);
    await again.functions.start();
    again.names.point(DOMAIN, targetOf(created));
    const ask = httpsClient(again.ingress.httpsPort, certificates.authorityPem);
    expect(await ask(DOMAIN, '/')).toMatchObject({ status: 200 });
    expect(context.lines).toContain(
      'apigatewayv2: b.localhost is not served: its certificate no longer exists',
    );
  });
});
