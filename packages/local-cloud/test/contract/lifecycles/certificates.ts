// Certificates, the wait for their issue, and custom domain names.
import type { DomainValidationOption } from '../../../src/acm/certificate-record.ts';
import { ROUTE53_ZONE } from '../../dns/client.ts';
import type { Created, Fixture, Lifecycle } from '../lifecycle.ts';
import { makeApi } from './apigateway.ts';

const HOSTS = ['one.orders.localhost', 'two.orders.localhost'] as const;

/** A certificate for both hosts, with its validation record. */
async function makeCertificate(fixture: Fixture) {
  const certificate = await fixture.create('aws:acm/certificate:Certificate', 'certificate', {
    ...{ domainName: '*.orders.localhost', validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1' },
  });
  const [option] = certificate.domainValidationOptions as readonly [DomainValidationOption];
  const { resourceRecordName: name, resourceRecordType: type, resourceRecordValue: value } = option;
  const { fqdn } = await fixture.create('aws:route53/record:Record', 'proof', {
    ...{ zoneId: ROUTE53_ZONE, name, type, ttl: 60, records: [value] },
  });
  return { certificateArn: certificate.arn, validationRecordFqdns: [fqdn] };
}

async function domainInputs(fixture: Fixture) {
  const proven = await makeCertificate(fixture);
  await fixture.create('aws:acm/certificateValidation:CertificateValidation', 'issued', proven);
  const { certificateArn } = proven;
  return {
    domainName: HOSTS[0],
    domainNameConfiguration: { certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' },
  };
}

async function makeDomainNames(fixture: Fixture): Promise<Created[]> {
  const inputs = await domainInputs(fixture);
  const create = (domainName: string) =>
    fixture.create('aws:apigatewayv2/domainName:DomainName', domainName, { ...inputs, domainName });
  return [await create(HOSTS[0]), await create(HOSTS[1])];
}

export const certificates: readonly Lifecycle[] = [
  {
    type: 'aws:acm/certificate:Certificate',
    computes: ['arn', 'domainValidationOptions', 'status', 'type'],
    script: async () => ({
      inputs: { domainName: HOSTS[0], validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1' },
      updates: [{ tags: { team: 'orders' } }],
      replaces: { domainName: HOSTS[1] },
    }),
  },
  {
    type: 'aws:acm/certificateValidation:CertificateValidation',
    computes: [],
    deletable: false,
    script: async (fixture) => ({
      inputs: await makeCertificate(fixture),
      updates: [],
      replaces: { validationRecordFqdns: undefined },
    }),
  },
  {
    type: 'aws:apigatewayv2/domainName:DomainName',
    computes: ['arn', 'domainNameConfiguration.targetDomainName', 'domainNameConfiguration.hostedZoneId'],
    script: async (fixture) => ({
      inputs: await domainInputs(fixture),
      updates: [{ tags: { team: 'orders' } }],
      replaces: { domainName: HOSTS[1] },
    }),
  },
  {
    type: 'aws:apigatewayv2/apiMapping:ApiMapping',
    computes: [],
    async script(fixture) {
      const api = await makeApi(fixture);
      for (const name of ['$default', 'live'])
        await fixture.create('aws:apigatewayv2/stage:Stage', name, { name, autoDeploy: true, apiId: api.id });
      const [domain, other] = await makeDomainNames(fixture);
      return {
        inputs: { apiId: api.id, domainName: domain?.id, stage: '$default' },
        updates: [{ stage: 'live' }],
        replaces: { domainName: other?.id },
      };
    },
  },
];
