// Stubs for dependencies of Express that no route here uses; without them loading takes a third of the time. Our own: no
// package gives Express without them. The tests run every case of the API through the bundle.
import type { Plugin } from 'esbuild';

/** Calling or constructing the stub throws; reading a member gives the stub itself. */
const THROWS = (name: string) => `
const refuse = () => { throw new Error('${name} is left out of the function: see service/build-stubs.ts') };
const stub = new Proxy(function () {}, {
  get: (target, key) => (typeof key === 'symbol' || key === 'prototype' ? target[key] : stub),
  apply: refuse,
  construct: refuse,
});
module.exports = stub;`;

const NOTHING = '() => {}';

/** Dependencies that Express does call, with as much as the calls need. */
const CALLED: Readonly<Record<string, string>> = {
  // Writes debug lines where DEBUG enables them.
  debug: `module.exports = () => Object.assign(${NOTHING}, { enabled: false });`,
  // The app's own last handlers respond to everything, so only a failure of theirs arrives here: the adapter responds.
  finalhandler: `module.exports = (request, response, { onerror }) => (error) => {
    if (error) onerror(error, request, response);
    response.destroy();
  };`,
  // Warns of deprecated calls.
  depd: `module.exports = () => Object.assign(${NOTHING}, { function: (f) => f, property: ${NOTHING} });`,
  // Decides which proxies are trusted: none is.
  'proxy-addr': 'module.exports = { compile: () => () => false };',
};

const UNUSED = [
  'accepts', // req.accepts
  'body-parser', // express.json: http/body.ts reads bodies
  'content-disposition', // res.attachment
  'content-type', // res.send: http/response.ts sends
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

export const stubs: Plugin = {
  name: 'stubs',
  setup(build) {
    const names = [...Object.keys(CALLED), ...UNUSED];
    build.onResolve({ filter: new RegExp(`^(?:${names.join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'stub',
    }));
    build.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({
      contents: CALLED[path] ?? THROWS(path),
    }));
  },
};
