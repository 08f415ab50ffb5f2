import type { ReactNode } from 'react';
import { AS_DAYS } from '#/components/settings/format-setting-value.ts';
import type { WorkspaceJson } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { dayTitle, wholeLength } from '#/lib/client/time/format-time.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

/** The settings of the workspace for people who may only read them. */
export function WorkspaceFacts({ workspace }: { workspace: WorkspaceJson }) {
  const { name, cap_seconds, nudge_seconds, retention_days, allowed_origins } = workspace;
  return (
    <dl className="grid max-w-[560px] grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
      <Fact name="Workspace name">{name}</Fact>
      <Fact name="Cap">{wholeLength(cap_seconds * SECOND_MS)}</Fact>
      <Fact name="Still working?">after {wholeLength(nudge_seconds * SECOND_MS)}</Fact>
      <Fact name="Finished alarms">
        {retention_days === null
          ? 'kept for as long as the server allows'
          : `kept for ${AS_DAYS.write(retention_days)}`}
      </Fact>
      <Fact name="Time closed">{formatClosed(workspace)}</Fact>
      <Fact name="Allowed origins">{allowed_origins.join(', ') || 'none'}</Fact>
    </dl>
  );
}

function formatClosed({ closed_through, closing_grace_days }: WorkspaceJson): string {
  if (!closed_through) return 'none';
  const grace = closing_grace_days ? `, ${AS_DAYS.write(closing_grace_days)} after it` : '';
  return `through ${dayTitle(closed_through)} ${closed_through.slice(0, 4)}${grace}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
