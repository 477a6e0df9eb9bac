export { Host } from './host.ts';
