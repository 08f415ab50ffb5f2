import { renameMembers } from '#/lib/core/rename-members.ts';

// Rows and jobs of notifications keep their names of before 1.0: processes of the previous version read them too.

type Facts = { kind: string; data: unknown };

/** A notification as it is stored. */
export function storedNotification<N extends Facts>(notification: N): N {
  return withComment(notification, { comment: 'words' });
}

/** A stored notification with its current names. */
export function currentNotification<N extends Facts>(stored: N): N {
  return withComment(stored, { words: 'comment' });
}

/** Only a decision about a week has a comment. */
function withComment<N extends Facts>(one: N, names: Readonly<Record<string, string>>): N {
  return one.kind === 'week_decided' ? { ...one, data: renameMembers(one.data, names) } : one;
}
