// A function's ARN with a version or an alias at its end: the qualifier.
// https://docs.aws.amazon.com/lambda/latest/dg/API_Invoke.html, Qualifier

export interface QualifiedArn {
  /** Without a qualifier. */
  readonly functionArn: string;
  /** A version's number, the name of an alias, or `$LATEST`, which an ARN without a qualifier stands for. */
  readonly qualifier: string;
}

export const LATEST = '$LATEST';

/** `arn` is a function's ARN: `arn:aws:lambda:<region>:<account>:function:<name>`, and `:<qualifier>` or nothing. */
export function splitArn(arn: string): QualifiedArn {
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
