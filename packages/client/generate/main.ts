// `npm run generate -w packages/client`: writes src/generated/ from the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { generate } from './generate.ts';

const CONTRACT = join(import.meta.dirname, '../../../service/openapi.yaml');
const FOLDER = join(import.meta.dirname, '../src/generated');

const files = await generate(parse(readFileSync(CONTRACT, 'utf8')) as object);
for (const [name, text] of Object.entries(files)) writeFileSync(join(FOLDER, name), text);
