// What the bundle leaves out of Express's dependencies, because no route here uses it: two thirds of the time that
// loading took. A stub throws as soon as it is used, and the tests run every case of the API through the bundle.
import type { Plugin } from 'esbuild';

/** Calling, or constructing, anything of it throws; reading a member gives another such stub. */
const THROWS = (name: string) => `
const refuse = () => { throw new Error('${name} is left out of the function: see service/build-stubs.ts') };
const stub = new Proxy(function () {}, {
  get: (target, key) => (typeof key === 'symbol' || key === 'prototype' ? target[key] : stub),
  apply: refuse,
  construct: refuse,
});
module.exports = stub;`;

const NOTHING = '() => {}';

/** Those that are called on the way, with as much as the call needs. */
const CALLED: Readonly<Record<string, string>> = {
  // Writes what DEBUG asks for.
  debug: `module.exports = () => Object.assign(${NOTHING}, { enabled: false });`,
  // What no step took or could answer: nothing is left to say, and the adapter's last resort answers a cut-off.
  finalhandler: `module.exports = (request, response, { onerror }) => (error) => {
    if (error) onerror(error, request, response);
    response.destroy();
  };`,
  // Warns of outdated calls.
  depd: `module.exports = () => Object.assign(${NOTHING}, { function: (f) => f, property: ${NOTHING} });`,
  // Express asks it, once, which proxies are trusted: none is.
  'proxy-addr': 'module.exports = { compile: () => () => false };',
};

export const UNUSED = [
  'accepts', // req.accepts
  'body-parser', // express.json: http/body.ts reads bodies
  'content-disposition', // res.attachment
  'content-type', // res.send: http/answer.ts sends
  'cookie', // res.cookie
  'cookie-signature', // res.cookie
  'etag', // res.send
  'fresh', // req.fresh
  'http-errors', // res.sendFile
  'mime-types', // res.type
  'qs', // the "extended" query parser
  'range-parser', // req.range
  'send', // res.sendFile
  'serve-static', // express.static
  'statuses', // res.sendStatus
  'type-is', // req.is
  'vary', // res.vary
];

function contentsOf(name: string): string {
  return CALLED[name] ?? THROWS(name);
}

/** Replaces the packages above by their stubs. */
export const stubs: Plugin = {
  name: 'stubs',
  setup(build) {
    const names = [...Object.keys(CALLED), ...UNUSED];
    build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'stub',
    }));
    build.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({ contents: contentsOf(path) }));
  },
};
