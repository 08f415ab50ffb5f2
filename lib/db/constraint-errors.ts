import { AppError } from '#/lib/core/errors.ts';

type DriverCause = {
  originalCode?: string;
  originalMessage?: string;
  constraint?: { index?: string; fields?: string[] };
};

const OWNER_MUST_TRANSFER = {
  code: 'owner_must_transfer',
  status: 409,
  detail: 'A workspace must have exactly one owner. Transfer ownership to another member first.',
};

/** What a lost race means, by the constraint that rejected it. The only place that knows constraint names. */
const REJECTIONS: Record<string, { code: string; status: number; detail: string }> = {
  timers_one_running: {
    code: 'timer_already_running',
    status: 409,
    detail: 'Another timer is running. Stop or pause it first, or send on_conflict "switch" or "pause".',
  },
  timer_spans_one_open: {
    code: 'timer_already_running',
    status: 409,
    detail: 'This timer is already running.',
  },
  timer_spans_no_overlap: {
    code: 'time_overlaps',
    status: 409,
    detail: 'This time overlaps time that is already recorded. Shorten one of the two.',
  },
  tickets_key: {
    code: 'ticket_key_taken',
    status: 409,
    detail: 'A ticket with this key already exists. Use it, or choose another key.',
  },
  projects_name: {
    code: 'project_name_taken',
    status: 409,
    detail: 'A project with this name already exists. Use it, or choose another name.',
  },
  saved_reports_name: {
    code: 'saved_report_name_taken',
    status: 409,
    detail: 'You already have a saved report with this name. Choose another name.',
  },
  memberships_one_owner: OWNER_MUST_TRANSFER,
  memberships_keep_owner: OWNER_MUST_TRANSFER,
  memberships_owner_enabled: OWNER_MUST_TRANSFER,
  memberships_pkey: {
    code: 'already_member',
    status: 409,
    detail: 'This person is already a member of the workspace.',
  },
  users_email_key: {
    code: 'email_taken',
    status: 409,
    detail: 'An account with this email already exists. Sign in instead.',
  },
};

/** What triggers say: the driver leaves out the name they give. */
const TRIGGERS = [
  { sqlState: '23505', says: 'already has a running timer', name: 'timers_one_running' },
  { sqlState: '23514', says: 'would be left without an owner', name: 'memberships_keep_owner' },
];

/** Name of the constraint, index or trigger that rejected a statement, or null when the error is another one. */
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

/** The domain error for a rejected statement; any other error comes back as it is. */
export function mapConstraintError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  const rejection = constraint ? REJECTIONS[constraint] : undefined;
  if (!rejection) return error;
  return new AppError(rejection.code, { status: rejection.status, detail: rejection.detail, cause: error });
}

function driverCause(error: unknown): DriverCause | null {
  if (!(error instanceof Error)) return null;
  const meta = (error as { meta?: { driverAdapterError?: { cause?: DriverCause } } }).meta;
  if (meta?.driverAdapterError?.cause) return meta.driverAdapterError.cause;
  // Raised at COMMIT (deferred triggers): Prisma hands the driver's error through as it is.
  const cause = (error as { cause?: DriverCause }).cause;
  return cause && typeof cause === 'object' ? cause : null;
}
