// Plain JavaScript, so that a Node that is too old can still report it.
const NEEDED = 24;
const found = Number(process.versions.node.split('.')[0]);

if (found < NEEDED) {
  process.stderr.write(
    `petstore needs Node ${NEEDED} or later, and this is ${process.versions.node}: run it by npx, as in "npx -c 'pulumi up'", which uses the project's own\n`,
  );
  process.exit(1);
}
