'use client';

import type { Command } from '#/components/command/command.ts';
import { useSwitchWorkspace } from '#/components/workspaces/use-switch-workspace.ts';
import { useIsOffline, useMe } from '#/lib/client/live/use-live.tsx';

/** The person's other workspaces, as places to go to. */
export function useWorkspaceCommands(): Command[] {
  const { workspace, workspaces } = useMe();
  const rejection = useIsOffline() ? 'Available when you are back online' : null;
  const switchTo = useSwitchWorkspace();
  return workspaces
    .filter(({ id }) => id !== workspace.id)
    .map(({ id, name }) => ({
      id: `workspace-${id}`,
      group: 'Go to',
      icon: 'switch',
      label: `Workspace ${name}`,
      also: `switch to workspace ${name}`,
      rejection,
      run: () => void switchTo(id),
    }));
}
