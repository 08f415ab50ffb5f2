'use client';

import { useLate } from '#/components/ui/use-late.ts';
import { Late } from '#/lib/client/offline/late.ts';

/** Sheets that can be opened over any page. */
export type Sheet = 'command' | 'shortcuts' | 'new_workspace' | 'new_ticket' | 'new_alarm' | 'inbox' | 'export';

const SHOWN = new Late(() => import('#/components/layout/sheets-shown.tsx').then((part) => part.SheetShown));

type SheetsProps = { open: Sheet | null; onClose: () => void; onShow: (sheet: Sheet) => void };

export function Sheets({ open, onClose, onShow }: SheetsProps) {
  const SheetShown = useLate(SHOWN, open !== null, onClose);
  if (!open) return null;
  return SheetShown ? <SheetShown sheet={open} onClose={onClose} onShow={onShow} /> : <i data-awaits-field />;
}
