// The site's files in its bucket, rendered for the API's address, which may be known only during the deployment.
import type { Tags } from '@petstore/custom-domains';
import type { Bucket } from '@pulumi/aws/s3/bucket.js';
import { BucketObjectv2 } from '@pulumi/aws/s3/bucketObjectv2.js';
import * as pulumi from '@pulumi/pulumi';
import { type SiteTemplate, siteTemplates } from './site/build.ts';

export interface DocsContentArgs {
  readonly bucket: Bucket;
  /** The OpenAPI 3.1 document, parsed. */
  readonly openapi: object;
  /** The API's address, no final slash: `https://api.petstore.example/v1`. */
  readonly baseUrl: pulumi.Input<string>;
  /** The authority of the API's certificate, a PEM file: the samples name it. A public authority needs none. */
  readonly authorityFile?: string;
  readonly tags: Tags;
}

/** A preview knows the list of files; their content may be unknown. */
export class DocsContent extends pulumi.ComponentResource {
  /** Every file: they must exist before a host is attached. */
  readonly ready: readonly pulumi.Resource[];

  constructor(name: string, args: DocsContentArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:docs:DocsContent', name, {}, opts);
    const templates = siteTemplates(args.openapi, args.authorityFile);
    // Pages depend on the assets that they refer to; old assets are deleted last.
    const [assets, pages] = [templates.filter(isHashed), templates.filter((one) => !isHashed(one))];
    const declare = (template: SiteTemplate, dependsOn: pulumi.Resource[]) => {
      const { name: file, path: key, contentType, cacheControl, render } = template;
      const content = pulumi.output(args.baseUrl).apply(render);
      const object = { bucket: args.bucket.id, key, content, contentType, cacheControl, tags: args.tags };
      return new BucketObjectv2(`${name}-${file}`, object, { parent: this, dependsOn });
    };
    const first = assets.map((template) => declare(template, []));
    const then = pages.map((template) => declare(template, first));
    this.ready = [...first, ...then];
    this.registerOutputs({});
  }
}

function isHashed({ name, path }: SiteTemplate): boolean {
  return name !== path;
}
