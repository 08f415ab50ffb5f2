import type { World } from '#/test/world.ts';

/** Makes a person the owner of this many more workspaces. */
export async function ownMore({ database }: World, userId: string, count: number): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into workspaces (id, name) select gen_random_uuid(), 'One of many' from generate_series(1, $2::int)
       returning id
     )
     insert into memberships (workspace_id, user_id, role) select id, $1, 'owner' from made`,
    [userId, count],
  );
}
