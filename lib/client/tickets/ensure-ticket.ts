import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';

/** A ticket with a link that must exist before something starts on it. */
export type LinkedTicket = { key: string; url: string; title: string; project?: string };

/** The ticket to create before a start: one without a link is created by the start itself. */
export function linkedTicket({
  newTicketKey: key,
  newTicketUrl: url,
  title,
  project,
}: TimerDraft): LinkedTicket | null {
  return key && url ? { key, url, title, ...(project && { project }) } : null;
}

/** Creates it. If others have created it meanwhile, it exists. */
export async function ensureTicket(http: Http, body: LinkedTicket, idempotencyKey: string): Promise<void> {
  await http.send('/tickets', { method: 'POST', body, idempotencyKey }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem) || error.code !== 'ticket_key_taken') throw error;
  });
}
