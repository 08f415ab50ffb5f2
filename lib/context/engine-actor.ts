import type { Actor } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';

/** The service itself, acting on a person's timer at its instant. */
export function engineActor({ userId, workspaceId }: { userId: string; workspaceId: string }): Actor {
  const credential = { kind: 'worker', name: 'engine' } as const;
  return { userId, workspaceId, role: 'member', scopes: new Set(permissionsOf('member')), credential };
}
