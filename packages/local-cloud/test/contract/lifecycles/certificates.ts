// Certificates, the wait for them, and the domain names that they are for.
import type { Lifecycle, Made, Scene } from '../lifecycle.ts';
import { makeApi } from './apigateway.ts';
import { ROUTE53_ZONE } from './zones.ts';

interface Option {
  readonly resourceRecordName: string;
  readonly resourceRecordType: string;
  readonly resourceRecordValue: string;
}

const HOSTS = ['one.orders.localhost', 'two.orders.localhost'];

interface Proven {
  readonly arn: string;
  readonly fqdns: readonly string[];
}

/** A certificate for both hosts, with the records that prove them. */
async function makeCertificate(scene: Scene, region?: string): Promise<Proven> {
  const [domainName, ...subjectAlternativeNames] = HOSTS;
  const certificate = await scene.make('aws:acm/certificate:Certificate', 'certificate', {
    ...{ domainName, subjectAlternativeNames, validationMethod: 'DNS', region },
  });
  const options = certificate.domainValidationOptions as readonly Option[];
  const fqdns: string[] = [];
  for (const { resourceRecordName: name, resourceRecordType: type, resourceRecordValue } of options) {
    const record = { zoneId: ROUTE53_ZONE, name, type, ttl: 60, records: [resourceRecordValue] };
    const made = await scene.make('aws:route53/record:Record', `proof ${name}`, record);
    fqdns.push(String(made.fqdn));
  }
  return { arn: String(certificate.arn), fqdns };
}

export async function makeIssued(scene: Scene, region?: string): Promise<string> {
  const { arn, fqdns } = await makeCertificate(scene, region);
  await scene.make('aws:acm/certificateValidation:CertificateValidation', 'issued', {
    ...{ certificateArn: arn, validationRecordFqdns: fqdns, region },
  });
  return arn;
}

async function domainInputs(scene: Scene) {
  const certificateArn = await makeIssued(scene);
  return {
    domainName: HOSTS[0],
    domainNameConfiguration: { certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' },
  };
}

export async function makeDomainName(scene: Scene): Promise<Made> {
  return scene.make('aws:apigatewayv2/domainName:DomainName', 'domain', await domainInputs(scene));
}

export const certificates: readonly Lifecycle[] = [
  {
    type: 'aws:acm/certificate:Certificate',
    computes: ['arn', 'domainValidationOptions', 'status', 'type'],
    script: async () => ({
      inputs: { domainName: HOSTS[0], validationMethod: 'DNS' },
      updates: [{ tags: { team: 'orders' } }],
      replaces: { subjectAlternativeNames: [HOSTS[1]] },
      refuses: [
        { patch: { validationMethod: 'EMAIL' }, says: 'validationMethod' },
        { patch: { domainName: undefined }, says: 'domainName' },
        { patch: { domainName: 'under_score.orders.localhost' }, says: '1 validation error detected' },
      ],
    }),
  },
  {
    type: 'aws:acm/certificateValidation:CertificateValidation',
    computes: [],
    vanishes: false,
    async script(scene) {
      const { arn, fqdns } = await makeCertificate(scene);
      return {
        inputs: { certificateArn: arn, validationRecordFqdns: fqdns },
        updates: [],
        replaces: { validationRecordFqdns: undefined },
        refuses: [
          { patch: { certificateArn: 'certificate' }, says: 'certificateArn' },
          {
            patch: { certificateArn: `${arn}0` },
            says: 'ResourceNotFoundException: Could not find certificate',
          },
          {
            patch: { validationRecordFqdns: fqdns.slice(1) },
            says: `missing ${HOSTS[0]} DNS validation record`,
          },
        ],
      };
    },
  },
  {
    type: 'aws:apigatewayv2/domainName:DomainName',
    computes: ['arn', 'domainNameConfiguration.targetDomainName', 'domainNameConfiguration.hostedZoneId'],
    async script(scene) {
      return {
        inputs: await domainInputs(scene),
        updates: [{ tags: { team: 'orders' } }],
        replaces: { domainName: HOSTS[1] },
        refuses: [
          { patch: { domainName: '*.orders.localhost' }, says: 'domainName' },
          { patch: {}, says: 'ConflictException: The domain name you provided already exists.' },
          { patch: { domainName: 'three.orders.localhost' }, says: 'does not cover the domain name' },
        ],
      };
    },
  },
  {
    type: 'aws:apigatewayv2/apiMapping:ApiMapping',
    computes: [],
    async script(scene) {
      const [api, other] = [await makeApi(scene), await makeApi(scene, 'other')];
      const stage = { name: '$default', autoDeploy: true };
      await scene.make('aws:apigatewayv2/stage:Stage', 'stage', { ...stage, apiId: api.id });
      await scene.make('aws:apigatewayv2/stage:Stage', 'other stage', { ...stage, apiId: other.id });
      const { id: domainName } = await makeDomainName(scene);
      return {
        inputs: { apiId: api.id, domainName, stage: '$default', apiMappingKey: 'v1' },
        updates: [{ apiMappingKey: 'v2' }],
        // The key too: the new one is made beside the old one.
        replaces: { apiId: other.id, apiMappingKey: 'v3' },
        refuses: [
          { patch: { stage: 'gone' }, says: 'Invalid stage identifier specified' },
          {
            patch: { domainName: 'gone.orders.localhost' },
            says: 'Invalid domain name identifier specified',
          },
          { patch: {}, says: 'ApiMapping key already exists for this domain name' },
        ],
      };
    },
  },
];
