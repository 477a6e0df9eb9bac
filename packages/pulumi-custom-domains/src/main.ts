import { readFileSync } from 'node:fs';
import { dnsAdapter } from '@petstore/custom-domains/dns-hosts';
import { main } from '@pulumi/pulumi/provider/index.js';
import { Host } from './host.ts';

const text = readFileSync(new URL('../schema.json', import.meta.url), 'utf8');
const schema = JSON.parse(text);
const outputs = Object.keys(schema.resources['custom-domains:index:Host'].properties);

main(
  {
    version: schema.version,
    schema: text,
    async construct(name, _type, inputs, options) {
      const dns = await dnsAdapter(inputs.zone);
      const host = new Host(name, inputs as never, options, dns);
      return { urn: host.urn, state: Object.fromEntries(outputs.map((one) => [one, (host as never)[one]])) };
    },
  },
  process.argv.slice(2),
);
