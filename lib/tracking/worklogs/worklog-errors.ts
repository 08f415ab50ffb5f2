import { AppError } from '#/lib/core/errors.ts';

/** Worklogs of this source were never set up. */
export function worklogsNotSetUp(): AppError {
  return new AppError('worklogs_not_set_up');
}

/** What is known of worklogs is true of the present tracker only. */
export function worklogsPushed(): AppError {
  return new AppError('worklogs_pushed');
}

/** What was entered can't be used, by the member of the body that it is about. */
export function worklogsInvalid(member: string, detail: string): AppError {
  return new AppError('input_invalid', {
    detail: `/${member}: ${detail}`,
    fields: [{ pointer: `/${member}`, detail }],
  });
}
