// Node's HTTP without an ECMAScript import: that one reads every export of the module and so loads Node's fetch too, which nothing
// here calls. It would cost each start of the local cloud 14 MB.
export const { createServer, request } = process.getBuiltinModule('node:http');
