// A fixture with DNS and ACM only, and the steps that tests of certificates share.

import type { CertificateArgs } from '@pulumi/aws/acm/certificate.js';
import type { DomainValidationOption } from '../../src/acm/certificate-record.ts';
import { createAcm } from '../../src/acm/index.ts';
import type { Handler } from '../../src/resources/handler.ts';
import { Store } from '../../src/store.ts';
import { CLOUDFLARE_ZONE, dnsWith, hostedHandlers } from '../dns/client.ts';
import { operation, resource, testContext } from '../support/cloud.ts';

export const HOST = 'api.shop.localhost';
const VALIDATION = 'aws:acm/certificateValidation:CertificateValidation';

export function acmWith(text = '', store = new Store()) {
  const context = testContext({ store });
  const dns = dnsWith(text, context);
  const { certificates, handlers } = createAcm(context, dns);
  const certificate = resource(handlers, 'aws:acm/certificate:Certificate');
  const records = resource(hostedHandlers(dns), 'cloudflare:index/dnsRecord:DnsRecord');
  const validation = handlers.handlers.find(({ type }) => type === VALIDATION) as unknown as Handler<object>;
  return {
    ...{ dns, context, certificates, certificate, records, handlers },
    /** Requests a certificate; returns its ARN and its validation records. */
    async request(args: Partial<CertificateArgs> = {}) {
      const { id, inputs, outputs } = await certificate.create(asked(args));
      return {
        arn: id,
        inputs,
        outputs,
        options: outputs.domainValidationOptions as unknown as DomainValidationOption[],
      };
    },
    async prove({ resourceRecordName, resourceRecordValue }: DomainValidationOption) {
      const fields = { name: resourceRecordName, content: resourceRecordValue, type: 'CNAME', ttl: 3600 };
      return records.create({ zoneId: CLOUDFLARE_ZONE, ...fields });
    },
    wait: (certificateArn: string, validationRecordFqdns?: readonly string[], signal = operation().signal) =>
      validation.create(validation.inputs.parse({ certificateArn, validationRecordFqdns }), {
        ...operation(),
        signal,
      }),
    validated: (certificateArn: string) => validation.read('', operation(), { certificateArn }),
  };
}

/** ECDSA by default: its keys are generated fast. */
export function asked(args: Partial<CertificateArgs> = {}): CertificateArgs {
  return { domainName: HOST, validationMethod: 'DNS', keyAlgorithm: 'EC_prime256v1', ...args };
}

export function option(options: readonly DomainValidationOption[], index = 0): DomainValidationOption {
  const found = options[index];
  if (found === undefined) throw new Error(`no validation option ${index}`);
  return found;
}
