import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import type { SubjectChange } from '#/lib/client/entries/typed-subject.ts';
import type { ProposeCorrectionBody } from '#/lib/tracking/proposals/proposal-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Proposed = { subject: SubjectChange; spans: SpanBody[]; reason: string };

/** The body that proposes a correction of a timer, for the version that was seen: only the differences. */
export function proposalBody(timer: TimerJson, { subject, spans, reason }: Proposed): ProposeCorrectionBody {
  const { ticket, title, tags } = subject;
  return {
    timer_id: timer.id,
    version: timer.version,
    ...(isOtherTime(spans, timer.spans) && { spans }),
    ...(title !== undefined && { title }),
    ...(tags && { tags }),
    ...(ticket === null && { ticket_id: null }),
    ...(ticket && { ticket_key: ticket.key }),
    reason: reason.trim(),
  };
}

function isOtherTime(spans: readonly SpanBody[], recorded: readonly SpanBody[]): boolean {
  const instants = (list: readonly SpanBody[]) =>
    list.map(({ started_at: from, ended_at: to }) => `${Date.parse(from)} ${to && Date.parse(to)}`).join();
  return instants(spans) !== instants(recorded);
}
