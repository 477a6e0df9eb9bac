// An HTTP API at a host of its own: the certificate, the attachment and the DNS records, after the preflight.

import { CustomHost, gatewayTarget, Preflight, route53Dns } from '@petstore/custom-domains';
import * as aws from '@pulumi/aws';
import * as pulumi from '@pulumi/pulumi';

const config = new pulumi.Config();
const api = new aws.apigatewayv2.Api('api', { protocolType: 'HTTP' });
const stage = new aws.apigatewayv2.Stage('stage', { apiId: api.id, name: '$default', autoDeploy: true });

const host = new CustomHost('host', {
  host: config.require('host'),
  dns: route53Dns({ name: config.require('zone') }),
  target: gatewayTarget({ apiId: api.id, stage: stage.name }, [stage]),
  preflight: new Preflight(config.getObject('dns')),
});

export const url = pulumi.interpolate`https://${host.host}`;
export const records = host.records;
