import type { ErrorCode } from '#/lib/core/error-codes.ts';
import { AppError } from '#/lib/core/errors.ts';

type DriverCause = {
  originalCode?: string;
  originalMessage?: string;
  constraint?: { index?: string; fields?: string[] };
};

/** The domain error of a lost race, by the constraint that rejected it. The only place that knows constraint names. */
const REJECTIONS: Record<string, ErrorCode | { code: ErrorCode; detail: string }> = {
  timers_one_running: 'timer_already_running',
  timer_spans_one_open: { code: 'timer_already_running', detail: 'This timer is already running.' },
  timer_spans_no_overlap: 'time_overlaps',
  tickets_key: 'ticket_key_taken',
  projects_name: 'project_name_taken',
  saved_reports_name: 'saved_report_name_taken',
  brokers_workspace_id_name_key: 'broker_name_taken',
  memberships_one_owner: 'owner_must_transfer',
  memberships_keep_owner: 'owner_must_transfer',
  memberships_owner_enabled: 'owner_must_transfer',
  memberships_pkey: 'already_member',
  users_email_key: 'email_taken',
};

/** Messages of triggers: the driver leaves out the constraint name that they set. */
const TRIGGERS = [
  { sqlState: '23505', says: 'already has a running timer', name: 'timers_one_running' },
  { sqlState: '23514', says: 'would be left without an owner', name: 'memberships_keep_owner' },
];

/** Name of the constraint, index or trigger that rejected a statement, or null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const cause = driverCause(error);
  if (!cause) return null;
  const named = cause.constraint?.index;
  if (named) return named;
  const text = `${cause.originalMessage ?? ''} ${error instanceof Error ? error.message : ''}`;
  return (
    // Whole names: `tickets_key` is also how `tickets_key_form` begins.
    Object.keys(REJECTIONS).find((name) => new RegExp(`\\b${name}\\b`).test(text)) ??
    TRIGGERS.find(({ sqlState, says }) => cause.originalCode === sqlState && text.includes(says))?.name ??
    null
  );
}

/** The domain error for a rejected statement; any other error is returned unchanged. */
export function mapConstraintError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  const rejection = constraint ? REJECTIONS[constraint] : undefined;
  if (!rejection) return error;
  if (typeof rejection === 'string') return new AppError(rejection, { cause: error });
  return new AppError(rejection.code, { detail: rejection.detail, cause: error });
}

function driverCause(error: unknown): DriverCause | null {
  if (!(error instanceof Error)) return null;
  const meta = (error as { meta?: { driverAdapterError?: { cause?: DriverCause } } }).meta;
  if (meta?.driverAdapterError?.cause) return meta.driverAdapterError.cause;
  // Raised at COMMIT (deferred triggers): Prisma passes on the driver's error unchanged.
  const cause = (error as { cause?: DriverCause }).cause;
  return cause && typeof cause === 'object' ? cause : null;
}
