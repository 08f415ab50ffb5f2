import { TicketKey } from '#/components/timers/ticket-key.tsx';
import type { RowsBy, Subject } from '#/lib/client/timesheet/timesheet.ts';

/** What a row is about. */
export function RowName({ subject, by }: { subject: Subject; by: RowsBy }) {
  const { ticket, project, title } = subject;
  if (by === 'project') {
    return project ? <span className="truncate">{project.name}</span> : <Quiet>No project</Quiet>;
  }
  if (!ticket) return title ? <span className="truncate">{title}</span> : <Quiet>Without a title</Quiet>;
  return (
    <>
      <TicketKey className="w-20 shrink-0 truncate">{ticket.key}</TicketKey>
      <span className="truncate text-text-2">{ticket.title}</span>
    </>
  );
}

function Quiet({ children }: { children: string }) {
  return <span className="truncate text-text-3">{children}</span>;
}
