// Peer: a raw handler with the service's own client. Nothing that answers the same can load faster by much.
import { reads } from './own.ts';
import { createRawHandler } from './raw.ts';

export const handler = createRawHandler(reads);
