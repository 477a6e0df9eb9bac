// What Lambda stores of functions and aliases, and the ARNs that name a version or an alias at their end: the qualifier.
// https://docs.aws.amazon.com/lambda/latest/dg/API_Invoke.html, Qualifier
import type { FunctionInputs } from './inputs.ts';

export const LATEST = '$LATEST';

/** The qualifier is a version's number, the name of an alias, or `$LATEST`, which an ARN without one stands for. */
export function splitArn(arn: string): { functionArn: string; qualifier: string } {
  const parts = arn.split(':');
  return { functionArn: parts.slice(0, 7).join(':'), qualifier: parts[7] ?? LATEST };
}

/** `name` is a function's name, or its ARN. */
export function arnOfFunction(name: string, region: string, accountId: string): string {
  return name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${accountId}:function:${name}`;
}

/** A function's policy is one for each qualifier; that of `$LATEST` is the one of the ARN without a qualifier. */
export function policyArn(arn: string): string {
  const { functionArn, qualifier } = splitArn(arn);
  return qualifier === LATEST ? functionArn : arn;
}

/** A version's number, in contrast to the name of an alias, which is not all digits (CreateAlias, Name). */
export const isVersion = (qualifier: string): boolean => qualifier === LATEST || /^\d+$/.test(qualifier);

/** Of a function as last deployed (`$LATEST`), or of a version, which never changes. */
export interface FunctionRecord {
  /** It has no qualifier. */
  readonly arn: string;
  readonly region: string;
  readonly inputs: Omit<FunctionInputs, 'code'>;
  readonly computed: { readonly arn: string; readonly version: string; readonly codeSha256: string };
  readonly root: string;
}

export interface AliasRecord {
  /** It has no qualifier. */
  readonly functionArn: string;
  readonly region: string;
  readonly name: string;
  readonly functionVersion: string;
  readonly description?: string;
  /** Parts of the invocations, from 0 to 1, that other versions get: one version at most. */
  readonly weights: Readonly<Record<string, number>>;
  readonly revisionId: string;
}

/** Of a function's ARN. */
export const versionKey = (arn: string, version: string): string => `${arn}:${version}`;
