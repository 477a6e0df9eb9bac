// The documentation site, deployed to its own CDN on free ports.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCloudFront } from '@petstore/local-cloud/cloudfront/index';
import type { CloudContext } from '@petstore/local-cloud/context';
import { Engine } from '@petstore/local-cloud/engine/engine';
import { stackOutputs, stackState } from '@petstore/local-cloud/engine/state';
import { createIngress } from '@petstore/local-cloud/ingress/ingress';
import { createRecorded } from '@petstore/local-cloud/recorded/index';
import { Registry } from '@petstore/local-cloud/resources/registry';
import { createS3 } from '@petstore/local-cloud/s3/index';
import { Store } from '@petstore/local-cloud/store';
import { parse } from 'yaml';
import { DocsContent } from '../../infra/docs/docs-content.ts';
import { DocsSite } from '../../infra/docs/docs-site.ts';
import { testCertificates, testNames } from '../../packages/local-cloud/test/support/certificates.ts';

export interface DeployedSite {
  readonly host: string;
  readonly port: number;
  /** PEM of the authority that signed the host's certificate. */
  readonly authority: string;
  close(): Promise<void>;
}

export async function deployDocs(): Promise<DeployedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-docs-'));
  const context: CloudContext = {
    ...{ accountId: '123456789012', region: 'eu-west-1', store: new Store(), folder },
    ...{ ports: { https: 0, http: 0, dns: 0 }, log: () => undefined },
  };
  const certificates = testCertificates();
  const names = testNames();
  const ingress = createIngress(context, names);
  const s3 = createS3(context);
  const cloudFront = createCloudFront(context, { ingress, certificates, names, buckets: s3.buckets });
  await ingress.start();
  return {
    host: await deploy(context, new Registry([createRecorded(context), s3, cloudFront])),
    port: ingress.httpsPort,
    authority: certificates.authorityPem,
    async close() {
      await cloudFront.close();
      await ingress.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function deploy({ store, region }: CloudContext, registry: Registry): Promise<string> {
  const [state, outputs] = [stackState(store), stackOutputs(store)];
  const engine = new Engine({ registry, state, outputs, region, signal: AbortSignal.timeout(30_000) });
  const contract = new URL('../../service/openapi.yaml', import.meta.url);
  const openapi = parse(readFileSync(contract, 'utf8')) as object;
  const deployment = await engine.deploy(
    async () => {
      const site = new DocsSite('docs');
      const baseUrl = 'https://api.petstore.example/v1';
      new DocsContent('docs-content', { bucket: site.bucket, openapi, baseUrl });
      return { host: site.distribution.domainName };
    },
    { project: 'petstore', stack: 'bench' },
  );
  const failure = deployment.error ?? deployment.failures[0]?.error;
  if (failure !== undefined) throw failure;
  return String(deployment.outputs?.host);
}
