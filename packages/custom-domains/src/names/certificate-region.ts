// Where the certificate of a host must be.

/** CloudFront takes certificates from this region only (AWS, "Requirements for using SSL/TLS certificates"). */
export const CLOUDFRONT_REGION = 'us-east-1';
