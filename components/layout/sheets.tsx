'use client';

import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

/** Sheets that can be opened over any page. */
export type Sheet = 'command' | 'shortcuts' | 'new_workspace' | 'new_ticket' | 'new_alarm' | 'inbox' | 'export';

const SHEET_MODULE = new LazyModule(() => import('#/components/layout/open-sheet.tsx').then((part) => part.OpenSheet));

type SheetsProps = { open: Sheet | null; onClose: () => void; onShow: (sheet: Sheet) => void };

export function Sheets({ open, onClose, onShow }: SheetsProps) {
  const SheetShown = useLazyModule(SHEET_MODULE, open !== null, onClose);
  if (!open) return null;
  return SheetShown ? <SheetShown sheet={open} onClose={onClose} onShow={onShow} /> : <i data-awaits-field />;
}
