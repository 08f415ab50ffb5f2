import type {
  OfflineProposal,
  QueueState,
  ServerTimer,
  UnconfirmedAction,
} from '#/lib/client/offline/offline-queue.ts';
import { parseWaiting } from '#/lib/client/offline/queue-storage.ts';

/** What earlier versions of the page called `failed` and `timers`. */
type OldState = { asked?: UnconfirmedAction[]; made?: Record<string, ServerTimer> };
/** A proposal of servers before 1.0, also in responses that an Idempotency-Key repeats. */
type OldProposal = { kind: 'press'; press: 'pause' | 'resume' | 'stop'; timer_id: string; version: number };

/**
 * The stored queue, with what an older tab stored under the old name. Its actions go last: whatever it had stored before
 * this version was loaded has been moved by then.
 */
export function parseQueue(text: string | null, oldText: string | null): QueueState {
  const { failed = [], timers = {} } = parseObject<Partial<QueueState>>(text);
  const { asked = [], made = {} } = parseObject<OldState>(oldText);
  return {
    waiting: [...parseWaiting(text), ...parseWaiting(oldText)],
    failed: [...failed, ...asked].map(withCurrentProposal),
    timers: { ...timers, ...made },
  };
}

function withCurrentProposal(action: UnconfirmedAction): UnconfirmedAction {
  const proposal = action.proposal as OfflineProposal | OldProposal | null;
  if (proposal?.kind !== 'press') return action;
  const { press, timer_id, version } = proposal;
  return { ...action, proposal: { kind: 'action', action: press, timer_id, version } };
}

/** Another version of the page may have written it. */
function parseObject<T extends object>(text: string | null): T | Record<string, never> {
  try {
    return JSON.parse(text ?? 'null') ?? {};
  } catch {
    return {};
  }
}
