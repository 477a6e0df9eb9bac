// The selection of route, mapping and stage: the examples of the API Gateway developer guide, and edge cases.
import { describe, expect, it } from 'vitest';
import { splitTarget } from '../../src/apigatewayv2/path.ts';
import { matchMapping, matchRoute } from '../../src/apigatewayv2/routing.ts';

describe('routes', () => {
  const keys = [
    '$default',
    'GET /orders/dog/1',
    'GET /orders/dog/{id}',
    'GET /orders/{proxy+}',
    'ANY /{proxy+}',
    'ANY /orders/dog/{id}',
    'POST /{a}/{b}',
  ];
  const routes = keys.map((routeKey) => ({ routeKey }));

  it.each([
    ['GET', '/orders/dog/1', 'GET /orders/dog/1', undefined],
    ['GET', '/orders/dog/2', 'GET /orders/dog/{id}', { id: '2' }],
    ['PUT', '/orders/dog/2', 'ANY /orders/dog/{id}', { id: '2' }],
    ['GET', '/orders/cat/1', 'GET /orders/{proxy+}', { proxy: 'cat/1' }],
    ['POST', '/test/5', 'POST /{a}/{b}', { a: 'test', b: '5' }],
    ['GET', '/test/5/x%20y', 'ANY /{proxy+}', { proxy: 'test/5/x y' }],
    ['GET', '/', '$default', undefined],
  ])('%s %s goes to %s', (method, path, routeKey, parameters) => {
    expect(matchRoute(routes, method, path)).toMatchObject({ route: { routeKey }, parameters });
  });

  it('finds none without a default', () => {
    expect(matchRoute([{ routeKey: 'GET /orders' }], 'GET', '/orders/1')).toBeUndefined();
    expect(matchRoute([{ routeKey: 'GET /orders' }], 'POST', '/orders')).toBeUndefined();
  });
});

describe('mappings', () => {
  const mappings = [{ apiMappingKey: 'v1' }, { apiMappingKey: 'v1/orders' }, { id: 'root' }];

  it.each([
    ['/v1/orders/5', { apiMappingKey: 'v1/orders' }, '/5'],
    ['/v1', { apiMappingKey: 'v1' }, '/'],
    ['/v10', { id: 'root' }, '/v10'],
    ['/', { id: 'root' }, '/'],
  ])('%s', (path, mapping, below) => {
    expect(matchMapping(mappings, path)).toEqual({ mapping, path: below });
  });

  it('has none for a path outside of every key', () => {
    expect(matchMapping([{ apiMappingKey: 'v1' }], '/v2')).toBeUndefined();
  });
});

it.each([
  ['/a?b=c?d', { path: '/a', query: 'b=c?d' }],
  ['https://host:1/a?b', { path: '/a', query: 'b' }],
  ['http://host', { path: '/', query: '' }],
  ['*', undefined],
])('the request target %s', (target, parts) => {
  expect(splitTarget(target)).toEqual(parts);
});
