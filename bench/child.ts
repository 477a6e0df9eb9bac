// A process of a benchmark: calls a function of a part, and sends its result. It ends with the connection to its parent.
const [part, name = '', args = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
const functions = (await import(`./${part}.ts`)) as Record<string, (...args: unknown[]) => unknown>;
process.send?.(await functions[name]?.(...(JSON.parse(args) as unknown[])));
