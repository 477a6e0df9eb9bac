// Buckets and their objects.
import type { FormRow } from '../form.ts';

const row = (type: string, rest: Omit<FormRow, 'type'>): FormRow => ({ type, ...rest });

const S3 = 'internal/service/s3';

export const bucketForms: readonly FormRow[] = [
  row('aws:s3/bucket:Bucket', {
    what: 'no tags, where there were none by name',
    ...{ declares: { tags: {} }, next: { tags: undefined }, shows: 'same' },
    source: 'terraform-plugin-sdk, helper/schema/schema.go: diffMap',
  }),
  row('aws:s3/bucketObjectv2:BucketObjectv2', {
    what: 'no content type, where there was one',
    ...{ declares: { contentType: 'text/html' }, next: { contentType: undefined }, shows: 'same' },
    source: `${S3}/object.go: content_type is Optional and Computed`,
  }),
  row('aws:s3/bucketObjectv2:BucketObjectv2', {
    what: 'no content type',
    ...{ declares: {}, gives: { contentType: 'binary/octet-stream' }, shows: 'same' },
    source: 'PutObject in the API reference: the default of Content-Type',
  }),
];
