'use client';

import { NewAlarm } from '#/components/alarms/form/new-alarm.tsx';
import { CommandPalette } from '#/components/command/command-palette.tsx';
import { ExportDialog } from '#/components/exports/export-dialog.tsx';
import { ALARMS } from '#/components/layout/pages.ts';
import type { Sheet } from '#/components/layout/sheets.tsx';
import { ShortcutSheet } from '#/components/layout/shortcut-sheet.tsx';
import { useOpenPage } from '#/components/layout/use-open-page.ts';
import { Inbox } from '#/components/notifications/inbox.tsx';
import { NewTicket } from '#/components/tickets/new-ticket.tsx';
import { NewWorkspace } from '#/components/workspaces/new-workspace.tsx';

type SheetShownProps = { sheet: Sheet; onClose: () => void; onShow: (sheet: Sheet) => void };

/** The open sheet. */
export function OpenSheet({ sheet, onClose, onShow }: SheetShownProps) {
  const openPage = useOpenPage();
  switch (sheet) {
    case 'command':
      return <CommandPalette onClose={onClose} onShow={onShow} />;
    case 'shortcuts':
      return <ShortcutSheet onClose={onClose} />;
    case 'inbox':
      return <Inbox onClose={onClose} />;
    case 'new_workspace':
      return <NewWorkspace onClose={onClose} />;
    case 'export':
      return <ExportDialog onClose={onClose} />;
    case 'new_ticket':
      return <NewTicket onClose={onClose} />;
    case 'new_alarm':
      return (
        <NewAlarm
          like={null}
          onClose={onClose}
          onCreated={(id) => {
            onClose();
            openPage(`${ALARMS.href}/${id}`);
          }}
        />
      );
  }
}
