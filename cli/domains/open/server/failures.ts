// Errors as pages: what a user can put right, and faults of ours.

import { inspect } from 'node:util';
import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ProblemsError } from '../../../../infra/config/problem.ts';
import { UsageError } from '../../../usage-error.ts';
import { UnknownStateError } from '../../unknown-state-error.ts';
import { errorPage } from '../pages/error.ts';

export const answerError: ErrorHandler = (error, c) => {
  if (error instanceof HTTPException)
    return c.html(errorPage({ title: 'Refused', what: error.message }), error.status);
  const isOfUser = [UsageError, ProblemsError, UnknownStateError].some((type) => error instanceof type);
  if (isOfUser) {
    const isRead = error instanceof ProblemsError && c.req.method === 'GET';
    const what = isRead ? error.whenRead : error.message;
    return c.html(errorPage({ title: 'Not possible', what }), 422);
  }
  return c.html(errorPage({ title: 'An error', what: inspect(error) }), 500);
};
