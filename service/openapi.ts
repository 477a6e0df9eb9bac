// The contract as JSON text. The build puts the text itself in this file's place.
import { readContract } from './openapi-source.ts';

export const contract: string = readContract();
