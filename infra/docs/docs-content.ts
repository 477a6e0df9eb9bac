// The site's files in its bucket, rendered for the API's address, which may be known only when it is deployed.
import type { Bucket } from '@pulumi/aws/s3/bucket.js';
import { BucketObjectv2 } from '@pulumi/aws/s3/bucketObjectv2.js';
import * as pulumi from '@pulumi/pulumi';
import { type SiteTemplate, siteTemplates } from './site/build.ts';

export interface DocsContentArgs {
  readonly bucket: Bucket;
  /** The OpenAPI 3.1 document, parsed. */
  readonly openapi: object;
  /** Where the API answers, no final slash: `https://api.petstore.example/v1`. */
  readonly baseUrl: pulumi.Input<string>;
  readonly tags?: Readonly<Record<string, string>>;
}

/** Which files there are is known in a preview; what is in them may not be. */
export class DocsContent extends pulumi.ComponentResource {
  /** Every file, before a host is attached. */
  readonly ready: readonly pulumi.Resource[];

  constructor(name: string, args: DocsContentArgs, opts?: pulumi.ComponentResourceOptions) {
    super('petstore:docs:DocsContent', name, {}, opts);
    const templates = siteTemplates(args.openapi);
    // A page that is there refers only to assets that are there; old assets go last of all.
    const [assets, pages] = [templates.filter(isHashed), templates.filter((one) => !isHashed(one))];
    const first = assets.map((template) => this.#object(name, args, template, []));
    const then = pages.map((template) => this.#object(name, args, template, first));
    this.ready = [...first, ...then];
    this.registerOutputs({});
  }

  #object(
    name: string,
    { bucket, baseUrl, tags }: DocsContentArgs,
    { name: file, path, contentType, cacheControl, render }: SiteTemplate,
    dependsOn: pulumi.Resource[],
  ): BucketObjectv2 {
    return new BucketObjectv2(
      `${name}-${file}`,
      {
        bucket: bucket.id,
        key: path,
        content: pulumi.output(baseUrl).apply(render),
        contentType,
        cacheControl,
        tags: { ...tags },
      },
      { parent: this, dependsOn },
    );
  }
}

function isHashed({ name, path }: SiteTemplate): boolean {
  return name !== path;
}
