'use client';

import { WorkspaceChoices } from '#/components/layout/workspace-choices.tsx';
import { AnchoredMenu } from '#/components/ui/menu/anchored-menu.tsx';
import type { MenuPlace } from '#/components/ui/menu/menu-button.tsx';

/** The contents of the workspace menu. */
export function WorkspacePanel({ onNew, ...place }: MenuPlace & { onNew: () => void }) {
  return (
    <AnchoredMenu {...place} align="start" className="w-64">
      <WorkspaceChoices onNew={onNew} />
    </AnchoredMenu>
  );
}
