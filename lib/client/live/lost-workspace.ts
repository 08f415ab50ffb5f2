import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import { LAST_WORKSPACE } from '#/lib/client/offline/clear-last-known.ts';

type Known = Pick<MeJson['workspace'], 'id' | 'name'> & { userId: string };
type Me = Pick<MeJson, 'workspaces'> & { user: { id: string }; workspace: { id: string; name: string } };

/**
 * The name of the workspace that this browser showed last, if the person has lost access to it; else null. Stores the
 * current one, so it is reported once.
 */
export function takeLostWorkspace({ user, workspace, workspaces }: Me, storage?: Storage): string | null {
  const { id, name } = workspace;
  const now: Known = { userId: user.id, id, name };
  try {
    const store = storage ?? localStorage;
    const before: Known | null = JSON.parse(store.getItem(LAST_WORKSPACE) ?? 'null');
    store.setItem(LAST_WORKSPACE, JSON.stringify(now));
    const isLost = before?.userId === user.id && workspaces.every((one) => one.id !== before.id);
    return isLost ? before.name : null;
  } catch {
    // Private windows may block storage: then the last one is unknown.
    return null;
  }
}
