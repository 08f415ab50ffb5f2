import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';

/** A ticket with a link, that is to be there before something starts on it. */
export type LinkedTicket = { key: string; url: string; title: string; project?: string };

/** The ticket that is made before a start: one without a link is made by the start itself. */
export function linkedTicket({
  newTicketKey: key,
  newTicketUrl: url,
  title,
  project,
}: TimerDraft): LinkedTicket | null {
  return key && url ? { key, url, title, ...(project && { project }) } : null;
}

/** Makes it. Made meanwhile by others, it is there. */
export async function makeTicket(http: Http, body: LinkedTicket, idempotencyKey: string): Promise<void> {
  await http.send('/tickets', { method: 'POST', body, idempotencyKey }).catch((error: unknown) => {
    if (!(error instanceof ApiProblem) || error.code !== 'ticket_key_taken') throw error;
  });
}
