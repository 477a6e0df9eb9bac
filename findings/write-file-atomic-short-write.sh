#!/bin/sh
# write-file-atomic 7.0.1: where the system writes a part of the data, as write(2) may, both `writeFile` and `writeFile.sync`
# rename the short file over the good one and report success. The limit of a file's size here stands for a disk that fills up.
# Node.js's own `writeFileSync` writes the rest, and so gets the error.
# Seen: {"fs":"EFBIG","sync":102400,"async":102400}, of 307200 bytes
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . write-file-atomic@7.0.1
cat > write.cjs <<'JS'
const { statSync, writeFileSync } = require('node:fs');
const writeFileAtomic = require('write-file-atomic');
// By default, this signal ends a process at the limit.
process.on('SIGXFSZ', () => {});
const data = Buffer.alloc(300 * 1024, 'a');
const written = async (name, write) => {
  writeFileSync(name, 'good');
  try {
    await write(name, data);
    return statSync(name).size;
  } catch (error) {
    return error.code;
  }
};
const all = async () => ({
  fs: await written('fs', writeFileSync),
  sync: await written('sync', writeFileAtomic.sync),
  async: await written('async', writeFileAtomic),
});
all().then((sizes) => console.log(JSON.stringify(sizes)));
JS
seen=$(ulimit -f 200; node write.cjs)
echo "$seen"
[ "$seen" = '{"fs":"EFBIG","sync":102400,"async":102400}' ]
