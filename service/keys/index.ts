// API keys, for the rest of the project.
export { createKeyAdmin, type KeyAdmin, type NewKey } from './admin.ts';
export { dayOf, isExpired, type KeyRecord } from './item.ts';
export { checkKey, generateKey, hashKey, keyId } from './key.ts';
