// Objects: terraform-provider-aws, internal/service/s3.
import type { Forms } from '../forms/form.ts';
import { orElse } from '../forms/values.ts';

/** object.go, resourceObjectRead: it reads an object's headers, so an overwritten content is not noticed. */
export const objectForms: Forms = {
  rules: [
    { path: 'content', unread: true },
    { path: 'contentType', computed: true, served: orElse('binary/octet-stream') },
  ],
};
