// Pulumi's entry.
import './assert-node.js';

export default async () => {
  await import('./run/pulumi-startup.ts');
  const { default: program } = await import('./index.ts');
  return program();
};
