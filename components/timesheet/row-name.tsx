import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import type { RowsBy, Subject } from '#/lib/client/timesheet/timesheet.ts';

/** One line in a table; a phone has room for two. */
const TITLE = 'truncate max-md:line-clamp-2 max-md:break-words max-md:whitespace-normal';

/** The subject of a row. */
export function RowName({ subject, by }: { subject: Subject; by: RowsBy }) {
  const { ticket, project, title } = subject;
  if (by === 'project') {
    return project ? <span className={TITLE}>{project.name}</span> : <Quiet>No project</Quiet>;
  }
  if (!ticket) return title ? <span className={TITLE}>{title}</span> : <Quiet>Without a title</Quiet>;
  return (
    <>
      <TicketKey className="w-20 shrink-0 truncate">{ticket.key}</TicketKey>
      <span className={classNames(TITLE, 'text-text-2')}>{ticket.title}</span>
    </>
  );
}

function Quiet({ children }: { children: string }) {
  return <span className="truncate text-text-3">{children}</span>;
}
