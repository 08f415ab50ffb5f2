import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { insertTimer, newWorkspace, pool, prepareRows, workspace } from '#/test/schema/rows.ts';

prepareRows();

describe('a workspace is isolated', () => {
  async function insertInto(table: 'projects' | 'tickets', owner: string): Promise<string> {
    const id = randomUUID();
    const columns = table === 'projects' ? 'name' : 'key, title';
    const values = table === 'projects' ? "'P'" : "'T-1', 'A ticket'";
    await pool.query(`insert into ${table} (id, workspace_id, ${columns}) values ($1, $2, ${values})`, [id, owner]);
    return id;
  }

  test.each([
    ['ticket', 'tickets'],
    ['project', 'projects'],
  ] as const)("a timer cannot refer to another workspace's %s", async (noun, table) => {
    const timer = await insertTimer({ status: 'paused', spans: [['09:00', '10:00']] });
    const refer = (id: string) => pool.query(`update timers set ${noun}_id = $2 where id = $1`, [timer, id]);
    const foreign = await insertInto(table, await newWorkspace());
    await expect(refer(foreign)).rejects.toMatchObject({ constraint: 'timers_same_workspace' });
    await refer(await insertInto(table, workspace));
  });

  test("a ticket cannot belong to another workspace's project", async () => {
    const ticket = await insertInto('tickets', workspace);
    const belong = (id: string) => pool.query('update tickets set project_id = $2 where id = $1', [ticket, id]);
    const foreign = await insertInto('projects', await newWorkspace());
    await expect(belong(foreign)).rejects.toMatchObject({ constraint: 'tickets_same_workspace' });
    await belong(await insertInto('projects', workspace));
  });
});
