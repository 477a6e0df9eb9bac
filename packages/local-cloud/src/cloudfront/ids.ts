// Identifiers in CloudFront's form.
import { randomInt } from 'node:crypto';

const DIGITS = '0123456789';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `E` and 13 capitals or digits: distributions, access controls, and versions (ETags) of anything. */
export function cloudFrontId(): string {
  return `E${randomText(13, CAPITALS + DIGITS)}`;
}

/** `d111111abcdef8.cloudfront.localhost`; real ones end in `.cloudfront.net`. */
export function distributionName(): string {
  return `d${randomText(13, CAPITALS.toLowerCase() + DIGITS)}.cloudfront.localhost`;
}

function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
