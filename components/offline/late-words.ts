import type { AskedPress, KeptPress, LateKind } from '#/lib/client/kept-presses.ts';
import type { TimeStyle } from '#/lib/client/time-style.ts';
import { timeOfDay } from '#/lib/client/time-words.ts';

const VERBS: Record<LateKind, string> = { start: 'Start', pause: 'Pause', resume: 'Resume', stop: 'Stop' };

/** "Stop API-412 at 14:02". */
export function pressWords({ kind, name, serverAt }: KeptPress, style: TimeStyle): string {
  return `${VERBS[kind]} ${name} at ${timeOfDay(serverAt, style)}`;
}

/** What the button says that does what is proposed. */
export function acceptWords({ kind, serverAt, proposal }: AskedPress, style: TimeStyle): string {
  const at = timeOfDay(serverAt, style);
  if (proposal?.kind === 'add') {
    return `Add ${timeOfDay(Date.parse(proposal.started_at), style)} – ${timeOfDay(Date.parse(proposal.ended_at), style)}`;
  }
  if (proposal?.kind === 'correct') return `End it at ${at}`;
  return `${VERBS[kind]} at ${at}`;
}
