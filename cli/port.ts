// Ports on a command line, each as commander parses it.
import { InvalidArgumentError } from 'commander';

const MAX_PORT = 65_535;

/** A port to listen on; 0 is a free one. Throws InvalidArgumentError for any other text. */
export function listeningPort(text: string): number {
  return portFrom(0, text, 'A port is a whole number from 1 to 65535, or 0 for a free one.');
}

/** The port of a server that exists. Throws InvalidArgumentError for any other text. */
export function serversPort(text: string): number {
  return portFrom(1, text, 'A port is a whole number from 1 to 65535.');
}

function portFrom(first: number, text: string, message: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= first && value <= MAX_PORT) return value;
  throw new InvalidArgumentError(message);
}
