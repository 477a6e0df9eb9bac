// What a stack deploys besides resources, built from the sources and the contract: the function's archive, the OpenAPI document.
import * as pulumi from '@pulumi/pulumi';
import { buildFunction, type FunctionBundle } from '../service/build.ts';
import { readContract } from '../service/contract.ts';
import type { Parts } from './program.ts';

export interface BuiltParts extends Parts {
  readonly bundle: FunctionBundle;
}

/** Throws esbuild's BuildFailure, whose message names file, line and reason. */
export async function buildParts(): Promise<BuiltParts> {
  const bundle = await buildFunction();
  const functionCode = new pulumi.asset.AssetArchive({
    'index.js': new pulumi.asset.StringAsset(bundle.code),
    'index.js.map': new pulumi.asset.StringAsset(bundle.map),
  });
  return { bundle, functionCode, openapi: JSON.parse(readContract()) };
}
