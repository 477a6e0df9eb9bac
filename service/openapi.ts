// The contract as JSON text. The build replaces this module with one that contains the text.
import { readContract } from './openapi-source.ts';

export const contract: string = readContract();
