// Each problem names the line and column of its value in the stack's file.
import { expect, test } from 'vitest';
import { settingsOf } from '../../../infra/config/stack-file.ts';

const TEXT = `config:
  aws:region: eu-west-1
  petstore:shard: 2
  petstore:zones:
    petstore.dev: { provider: route54 }
  petstore:api:
    primary: api.petstore.dev
    domains: [b.petstore.dev, "c_d.petstore.dev"]
    redirects:
      - from: old.petstore.dev
        to: apy.petstore.dev
  petstore:alarm:
    emial: 1
`;

test('of a key, of an item, of what should hold a missing value, and none for a value of Pulumi.yaml', () => {
  const projectText = 'name: petstore\nconfig: { petstore:checks: often }';
  const result = settingsOf('x', { name: 'Pulumi.x.yaml', text: TEXT, projectText });
  const problems = 'problems' in result ? result.problems : [];
  const places = problems.map(({ path, place }) => `${place?.line}:${place?.column} ${path}`);
  expect(places).toEqual([
    'undefined:undefined petstore:plan',
    'undefined:undefined petstore:checks',
    '3:3 petstore:shard',
    '5:21 petstore:zones["petstore.dev"].provider',
    '8:31 petstore:api.domains[1]',
    '10:9 petstore:api.redirects[0].status',
    '11:9 petstore:api.redirects[0].to',
    '12:3 petstore:alarm',
    // Under the name that the file has, though it is misspelled.
    '13:5 petstore:alarm.emial',
  ]);
});
