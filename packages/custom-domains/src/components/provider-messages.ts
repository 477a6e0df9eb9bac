// What providers and Pulumi's runtime report by the text of an error alone. Every such text is read here.

/** The look-ups of ACM, API Gateway and CloudFront in terraform-provider-aws, of which one finds by name (internal/service). */
const ABSENT =
  /\bno ACM Certificate (found )?matching\b|\bcouldn't find resource\b|\bNotFoundException\b|\bNoSuchDistribution\b/;
const SEVERAL = /\bmultiple ACM Certificates matching\b/;

/** What a look-up finds. The provider reports with an error that there is none, or more than one; any other error is thrown. */
export async function lookedUp<Found>(look: Promise<Found>): Promise<Found | 'absent' | 'several'> {
  try {
    return await look;
  } catch (error) {
    const { message } = error as Error;
    if (ABSENT.test(message)) return 'absent';
    if (SEVERAL.test(message)) return 'several';
    throw error;
  }
}

/** ACM's reason, else its status, else `TIMED_OUT` (terraform-provider-aws, internal/service/acm/certificate_validation.go). */
export function failureReason(message: string): string | undefined {
  const [, status, cause] =
    /unexpected state '(\w+)', wanted target 'ISSUED'(?:\. last error: (\w+))?/.exec(message) ??
    /: (VALIDATION_TIMED_OUT)\b/.exec(message) ??
    [];
  const isLate = /timeout while waiting for state to become 'ISSUED'/.test(message);
  return cause ?? status ?? (isLate ? 'TIMED_OUT' : undefined);
}

/** The message of the runtime (runtime/resource.ts), also at the end of one about a property that depends on the resource. */
const FAILED = /\bresource (\S+) \[[^\]]*\] failed to register$/;

export function failedResourceOf(error: unknown): string | undefined {
  return error instanceof Error ? FAILED.exec(error.message)?.[1] : undefined;
}

/** Without what the runtime puts in front of an error for each property that depends on where it arose (runtime/rpc.ts). */
export function rootMessage({ message }: Error): string {
  return message.replace(/^(?:error serializing property "[^"]*": )+/, '');
}
