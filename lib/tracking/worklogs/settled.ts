import type { Outcome } from '#/lib/tracking/worklogs/tracker.ts';
import {
  type DesiredWorklog,
  hashOf,
  retryWaitMs,
  type Worklog,
  type WorklogAction,
} from '#/lib/tracking/worklogs/worklog.ts';
import type { Settled } from '#/lib/tracking/worklogs/worklog-store.ts';

/** `forbidden` does not show whether it applies to this worklog or to all: the caller has determined that. */
export type Concluded = Exclude<Outcome<string | null>, { kind: 'forbidden' }>;

type Ended = {
  action: Exclude<WorklogAction, { kind: 'forget' }>;
  wanted: DesiredWorklog | null;
  /** As it was before the request. */
  known: Worklog | null;
  outcome: Concluded;
  now: Date;
};

/** The state of a worklog once a request about it has ended. */
export function settledOf({ action, wanted, known, outcome, now }: Ended): Settled {
  const before = {
    remoteId: known?.remoteId ?? null,
    contentHash: known?.contentHash ?? null,
    isUnsure: action.kind === 'find',
    // A worklog that was given up and has changed since starts over.
    attempts: known?.state === 'failed' ? 0 : (known?.attempts ?? 0),
  };
  const again = { ...before, state: 'waiting' as const, failedHash: null, nextAttemptAt: null, lastError: null };
  switch (outcome.kind) {
    case 'done':
      return { ...again, ...doneBy(action, outcome.value) };
    case 'gone':
      // It was deleted at the tracker: it is created again, if it is still wanted.
      return { ...again, remoteId: null, contentHash: null, isUnsure: false };
    case 'busy':
    case 'unauthorized':
      // Not an attempt: the tracker has not processed it. The source waits, or is paused.
      return { ...again, lastError: outcome.error };
    case 'rejected':
      return { ...before, state: 'failed', failedHash: hashOf(wanted), nextAttemptAt: null, lastError: outcome.error };
    case 'unsure':
    case 'unavailable': {
      const attempts = before.attempts + 1;
      const isUnsure = before.isUnsure || (outcome.kind === 'unsure' && action.kind === 'create');
      const contentHash = outcome.kind === 'unsure' ? null : before.contentHash;
      const failing = { ...before, attempts, isUnsure, contentHash, lastError: outcome.error };
      const waitMs = retryWaitMs(attempts);
      if (waitMs === null) return { ...failing, state: 'failed', failedHash: hashOf(wanted), nextAttemptAt: null };
      const nextAttemptAt = new Date(now.getTime() + waitMs);
      return { ...failing, state: 'waiting', failedHash: null, nextAttemptAt };
    }
  }
}

function doneBy(action: Ended['action'], value: string | null): Partial<Settled> {
  switch (action.kind) {
    case 'find':
      // Its created content is unknown, so it is written again.
      return { remoteId: value, contentHash: null, isUnsure: false };
    case 'remove':
      return { remoteId: null, contentHash: null };
    case 'create':
    case 'update':
      return { state: 'pushed', remoteId: value, contentHash: hashOf(action.wanted), attempts: 0 };
  }
}
