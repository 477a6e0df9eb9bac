// How a command of `npm run domains` reads its folder and writes its output: the process, or what a test passes; and the errors that a
// user can put right.
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import {
  type Gated,
  paragraph,
  type Shown,
  shown,
  terminal,
  textWidth,
  UsageError,
  widthOf,
} from '@petstore/custom-domains/output';
import { MARKS, paint } from '@petstore/custom-domains/preflight';
import { ProblemsError } from '../../infra/config/problem.ts';
import { type Git, systemGit } from './git.ts';

export interface Io {
  /** Where the command was started; the project's folder unless --dir names another. */
  readonly folder: string;
  print(text: Gated): void;
  /** To standard error: what went wrong, and notes that are not part of the result. */
  error(text: Gated): void;
  /** A line on standard error that the next one replaces; plain lines, and fewer, where there is no terminal. */
  progress(text: Shown): void;
  /** Empties a terminal, for a text that replaces the last one; nothing elsewhere. */
  clear(): void;
  readonly color: boolean;
  readonly errorColor: boolean;
  /** Columns of running text. */
  readonly width: number;
  /** Columns of a table; no limit where there is no terminal. */
  readonly columns: number;
  readonly isTerminal: boolean;
  /** The time by which certificates are judged, and waits are limited. */
  now(): Date;
  /** Resolves early where the signal comes. */
  sleep(milliseconds: number): Promise<void>;
  readonly git: Git;
  readonly signal: AbortSignal;
}

export type TextOptions = Pick<Io, 'color' | 'width'>;

/** The exit status after Ctrl-C: a signal that ends a process gives the shell 128 and its number, and SIGINT is 2. */
export const STOPPED = 130;

/** What went wrong, with the mark that every command gives to it. */
export function reportFailure(text: string, io: Pick<Io, 'error' | 'errorColor'>): void {
  io.error(shown`${paint('blocked', MARKS.blocked, io.errorColor)} ${paragraph(text.trimEnd())}`);
}

/** Prints nothing after the signal: what a command that is stopped could not read, it would report as an outage. */
export function untilStopped(io: Io): Io {
  const unlessStopped =
    <Given>(print: (given: Given) => void) =>
    (given: Given) =>
      io.signal.aborted ? undefined : print(given);
  const { print, error, progress, clear } = io;
  return {
    ...{ ...io, print: unlessStopped(print), error: unlessStopped(error) },
    ...{ progress: unlessStopped(progress), clear: unlessStopped<void>(clear) },
  };
}

export function processIo(signal: AbortSignal): Io {
  const { stdout, stderr } = process;
  const [out, err] = [terminal(stdout), terminal(stderr)];
  return {
    folder: process.cwd(),
    print: out.line,
    error: err.line,
    progress: (text) => {
      if (err.isTerminal) err.status(text);
      else if (widthOf(text) > 0) err.line(text);
    },
    clear: () => {
      if (out.isTerminal) stdout.write('\u001b[2J\u001b[H');
    },
    color: out.color,
    errorColor: err.color,
    width: textWidth(stdout),
    columns: out.columns,
    isTerminal: out.isTerminal,
    now: () => new Date(),
    sleep: (milliseconds) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
    git: systemGit,
    signal,
  };
}

/** What a command is about could not be found out, and nothing was changed: exit status 3. The message is for a person. */
export class UnknownStateError extends Error {
  override readonly name: string = 'UnknownStateError';
}

const EXPECTED = [ProblemsError, UsageError, UnknownStateError];

/** Undefined for a fault of ours. */
export function messageOf(error: unknown): string | undefined {
  return EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}

/** For the pages, which show a fault of ours too, and name a fix as one: without the terminal's indentation it would read as a sentence. */
export function explained(error: unknown): string {
  if (error instanceof UsageError) return error.message.replace('\n  ', '\nFix: ');
  return messageOf(error) ?? inspect(error);
}

/** What the pages show of an error: text of one or more lines, or the problems of a stack's file, which are a list there. */
export type Note = string | ProblemsError;

export function noteOf(error: unknown): Note {
  return error instanceof ProblemsError ? error : explained(error);
}
