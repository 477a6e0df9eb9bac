// The documentation site as a stack of its own, deployed into the local CDN by the in-process engine.
import { readFileSync } from 'node:fs';
import type { Deployment } from '@petstore/local-cloud/engine/deployment';
import { Engine } from '@petstore/local-cloud/engine/engine';
import { Registry } from '@petstore/local-cloud/resources/registry';
import * as pulumi from '@pulumi/pulumi';
import { parse } from 'yaml';
import { declareContent, declareSite } from '../../../infra/docs/docs-site.ts';
import { cloudFrontFixture } from '../../../packages/local-cloud/test/support/cloudfront.ts';

const CONTRACT = new URL('../../../service/openapi.yaml', import.meta.url);
export const openapi: object = parse(readFileSync(CONTRACT, 'utf8'));

type Program = () => Promise<Record<string, unknown>>;

/** Ends after the test. */
export async function docsFixture() {
  const fixture = await cloudFrontFixture();
  const { store, region } = fixture.context;
  const engine = new Engine({
    registry: new Registry([fixture.siteHandlers]),
    ...{ store, region },
    signal: AbortSignal.timeout(30_000),
  });
  return {
    ...fixture,
    /** Throws the first failure. */
    async deploy(program: Program): Promise<Deployment> {
      const deployment = await engine.deploy(program, { project: 'petstore', stack: 'test' });
      const failed = deployment.failures[0]?.error ?? deployment.error;
      if (failed !== undefined) throw failed;
      return deployment;
    },
  };
}

type Site = ReturnType<typeof declareSite>;
type Attach = (site: Site, content: pulumi.Resource[]) => Record<string, unknown>;

/** The site and its content; `more` declares what is attached to it. */
export function siteProgram(baseUrl: pulumi.Input<string>, more: Attach = () => ({})): Program {
  return async () => {
    const tags = { project: 'petstore' };
    const site = declareSite('docs', { tags });
    const content = declareContent('docs-content', { bucket: site.bucket, openapi, baseUrl, tags });
    return {
      host: site.distribution.domainName,
      url: pulumi.interpolate`https://${site.distribution.domainName}`,
      ...more(site, content),
    };
  };
}
