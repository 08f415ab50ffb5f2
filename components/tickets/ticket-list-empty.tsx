import { Button } from '#/components/ui/button.tsx';
import { showsAll, type TicketView } from '#/lib/client/tickets/ticket-view.ts';

type Props = { view: TicketView; onShow: (change: Partial<TicketView>) => void; onNew: (() => void) | null };

/** Without matches how to find more; without any tickets how to create the first. */
export function TicketListEmpty({ view, onShow, onNew }: Props) {
  const isFirst = showsAll(view);
  return (
    <div className="py-10">
      <p role="status" className="mb-4 text-text-2">
        {isFirst ? 'No tickets yet. Create one, or type a title when you start.' : formatNothing(view)}
      </p>
      {isFirst && onNew && (
        <Button icon="plus" onClick={onNew}>
          New ticket
        </Button>
      )}
      {!isFirst && (
        <Button variant="soft" onClick={() => onShow({ search: '', state: 'open', projectId: null })}>
          Show all open tickets
        </Button>
      )}
    </div>
  );
}

function formatNothing({ search, state }: TicketView): string {
  if (search) return `Nothing matches “${search}” here.`;
  return state === 'archived' ? 'Nothing is archived here.' : 'No tickets in this project.';
}
