// Peer: a raw handler with the AWS SDK.
import { createRawHandler } from './raw.ts';
import { reads } from './sdk.ts';

export const handler = createRawHandler(reads);
