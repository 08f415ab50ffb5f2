import { AppError } from '#/lib/core/errors.ts';

/** Worklogs of this source were never set up. */
export function worklogsNotSetUp(): AppError {
  return new AppError('worklogs_not_set_up', {
    status: 409,
    detail: 'Worklogs of this issue tracker are not set up. Enter its URL and a token first.',
  });
}

/** What is known of worklogs is true of the present tracker only. */
export function worklogsPushed(): AppError {
  return new AppError('worklogs_pushed', {
    status: 409,
    detail:
      'Worklogs were pushed to the current URL. Remove them all first, or choose to leave them where they are (forget_pushed).',
  });
}

/** What was entered can't be used, by the member of the body that it is about. */
export function worklogsInvalid(member: string, detail: string): AppError {
  return new AppError('input_invalid', {
    status: 400,
    detail: `/${member}: ${detail}`,
    fields: [{ pointer: `/${member}`, detail }],
  });
}
