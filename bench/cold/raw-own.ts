// Peer: a raw handler with the service's own client. Nothing with the same responses can load much faster.
import { reads } from './own.ts';
import { createRawHandler } from './raw.ts';

export const handler = createRawHandler(reads);
