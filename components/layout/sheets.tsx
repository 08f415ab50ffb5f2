'use client';

import { NewWorkspace } from '#/components/accounts/new-workspace.tsx';
import { ShortcutSheet } from '#/components/layout/shortcut-sheet.tsx';

/** What can be opened over any page. */
export type Sheet = 'shortcuts' | 'new_workspace';

export function Sheets({ open, onClose }: { open: Sheet | null; onClose: () => void }) {
  if (open === 'shortcuts') return <ShortcutSheet onClose={onClose} />;
  return open === 'new_workspace' && <NewWorkspace onClose={onClose} />;
}
