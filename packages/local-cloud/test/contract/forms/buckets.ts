// Buckets and their objects.
import { type FormRow, rows } from '../form.ts';

export const bucketForms: readonly FormRow[] = [
  ...rows('aws:s3/bucket:Bucket', [
    { what: 'no tags, where there were none by name', declares: { tags: {} }, next: { tags: undefined } },
  ]),
  ...rows('aws:s3/bucketObjectv2:BucketObjectv2', [
    {
      what: 'no content type, where there was one',
      declares: { contentType: 'text/html' },
      next: { contentType: undefined },
    },
    { what: 'no content type', declares: {}, gives: { contentType: 'binary/octet-stream' } },
  ]),
];
