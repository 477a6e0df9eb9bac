// Where the certificate of a host must be.

/** CloudFront takes certificates from this region only (AWS, "Requirements for using SSL/TLS certificates"). */
const CLOUDFRONT_REGION = 'us-east-1';

/** A gateway takes certificates from its own region, `own`: the stack's, or undefined for the provider's default. */
export function certificateRegionOf<Own extends string | undefined>(
  target: 'gateway' | 'distribution',
  own: Own,
): Own | typeof CLOUDFRONT_REGION {
  return target === 'distribution' ? CLOUDFRONT_REGION : own;
}
