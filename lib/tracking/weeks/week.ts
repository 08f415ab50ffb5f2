export const WEEK_STATUSES = ['open', 'submitted', 'approved', 'returned'] as const;
export type WeekStatus = (typeof WEEK_STATUSES)[number];

/** Seven days of a member in a workspace, and whether they were submitted, approved or returned. */
export type Week = {
  workspaceId: string;
  userId: string;
  /** Its first day, YYYY-MM-DD. */
  startsOn: string;
  status: WeekStatus;
  submittedAt: Date | null;
  /** What was tracked in it when it was submitted, milliseconds. */
  submittedMs: number | null;
  decidedAt: Date | null;
  /** Who approved or returned it; null when they are gone. */
  decidedBy: string | null;
  /** What was tracked in it when it was approved, milliseconds; null unless it is. */
  approvedMs: number | null;
  /** Why it was returned. */
  comment: string;
  version: number;
};

export type WeekAction =
  | { kind: 'submit'; totalMs: number }
  | { kind: 'withdraw' }
  | { kind: 'approve'; by: string; totalMs: number }
  | { kind: 'return'; by: string; comment: string };

/** `week_approved`: only approvers can reopen it. `week_not_submitted`: there is nothing to decide yet. */
export type WeekError = 'week_approved' | 'week_not_submitted';

export function openWeek(of: Pick<Week, 'workspaceId' | 'userId' | 'startsOn'>): Week {
  return {
    ...of,
    status: 'open',
    submittedAt: null,
    submittedMs: null,
    decidedAt: null,
    decidedBy: null,
    approvedMs: null,
    comment: '',
    version: 0,
  };
}

/** In these states its member can't edit its time. */
export function isClosed({ status }: Pick<Week, 'status'>): boolean {
  return status === 'submitted' || status === 'approved';
}

/**
 * The week after an action, in its next version; the same object when nothing changes; or why the action is rejected.
 */
export function weekAfter(week: Week, action: WeekAction, now: Date): Week | WeekError {
  const next = { ...week, version: week.version + 1 };
  switch (action.kind) {
    case 'submit':
      if (week.status === 'approved') return 'week_approved';
      if (week.status === 'submitted') return week;
      return { ...next, ...UNDECIDED, status: 'submitted', submittedAt: now, submittedMs: action.totalMs };
    case 'withdraw':
      if (week.status === 'approved') return 'week_approved';
      if (week.status !== 'submitted') return week;
      return { ...next, ...UNDECIDED, status: 'open', submittedAt: null, submittedMs: null };
    case 'approve':
      if (week.status === 'approved') return week;
      if (week.status !== 'submitted') return 'week_not_submitted';
      return {
        ...next,
        ...UNDECIDED,
        status: 'approved',
        decidedAt: now,
        decidedBy: action.by,
        approvedMs: action.totalMs,
      };
    case 'return':
      // Repeating an action changes nothing; otherwise a second person's note would be lost.
      if (week.status === 'returned' && week.decidedBy === action.by && week.comment === action.comment) return week;
      if (!isClosed(week)) return 'week_not_submitted';
      return {
        ...next,
        ...UNDECIDED,
        status: 'returned',
        decidedAt: now,
        decidedBy: action.by,
        comment: action.comment,
      };
  }
}

const UNDECIDED = { decidedAt: null, decidedBy: null, approvedMs: null, comment: '' };
