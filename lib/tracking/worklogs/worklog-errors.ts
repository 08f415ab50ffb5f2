import { AppError } from '#/lib/core/errors.ts';

/** Worklogs of this source were never set up. */
export function worklogsNotSetUp(): AppError {
  return new AppError('worklogs_not_set_up');
}

/** Stored worklogs are valid only for the current tracker. */
export function worklogsPushed(): AppError {
  return new AppError('worklogs_pushed');
}

/** An input that can't be used, with the field of the body. */
export function worklogsInvalid(member: string, detail: string): AppError {
  return new AppError('input_invalid', {
    detail: `/${member}: ${detail}`,
    fields: [{ pointer: `/${member}`, detail }],
  });
}
