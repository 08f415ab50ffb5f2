import type { PgBoss } from 'pg-boss';
import type { Ctx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { importPayload, RUN_IMPORT } from '#/lib/jobs/import.ts';
import { continueImport } from '#/lib/tracking/imports/continue-import.ts';
import { workOn } from '#/worker/handlers/work-on.ts';

/** Records and undoes imports on behalf of the person who requested it, whose permission was checked then. */
export async function workOnImports(boss: PgBoss, ctx: Omit<Ctx, 'actor'>): Promise<void> {
  await workOn(boss, ctx, RUN_IMPORT, async (data) => {
    const { importId, workspaceId, userId, credential: inNameOf } = importPayload.parse(data);
    const scopes = new Set(permissionsOf('member'));
    const credential = { kind: 'worker', name: 'imports' } as const;
    const actor = { userId, workspaceId, role: 'member', scopes, credential } as const;
    await continueImport({ ...ctx, actor, inNameOf }, importId);
  });
}
