import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { pool, prepareRows, workspace } from '#/test/schema/rows.ts';

prepareRows();

describe('names, keys and limits', () => {
  const project = (name: string, archived = false) =>
    pool.query('insert into projects (id, workspace_id, name, archived_at) values ($1, $2, $3, $4)', [
      randomUUID(),
      workspace,
      name,
      archived ? new Date(0) : null,
    ]);
  const ticket = (key: string, estimate: number | null = null, title = 'A ticket') =>
    pool.query('insert into tickets (id, workspace_id, key, title, estimate_seconds) values ($1, $2, $3, $4, $5)', [
      randomUUID(),
      workspace,
      key,
      title,
      estimate,
    ]);

  test('a project name is unique in any case, and is free again after archiving', async () => {
    await project('Website', true);
    await project('Website');
    await expect(project('WEBSITE')).rejects.toMatchObject({ constraint: 'projects_name' });
    await expect(project('')).rejects.toMatchObject({ constraint: 'projects_name_length' });
  });

  test('a ticket key is unique in any case', async () => {
    await ticket('API-412');
    await expect(ticket('api-412')).rejects.toMatchObject({ constraint: 'tickets_key' });
  });

  test.each([
    ['without a key', '', null, 'A ticket', 'tickets_key_form'],
    ['with a space in its key', 'API 1', null, 'A ticket', 'tickets_key_form'],
    ['with a title that is too long', 'API-2', null, 'x'.repeat(501), 'tickets_title_length'],
    ['with an estimate of zero', 'API-3', 0, 'A ticket', 'tickets_estimate_positive'],
  ])('a ticket %s is rejected', async (_what, key, estimate, title, constraint) => {
    await expect(ticket(key, estimate, title)).rejects.toMatchObject({ code: '23514', constraint });
  });

  test.each(['Ann@example.com', ' ann@example.com', 'nobody', '@example.com'])(
    'email "%s" is rejected',
    async (email) => {
      const insert = pool.query("insert into users (id, email, name) values ($1, $2, 'Ann')", [randomUUID(), email]);
      await expect(insert).rejects.toMatchObject({ constraint: 'users_email_normal' });
    },
  );

  test('a nameless user and a nameless workspace are rejected', async () => {
    const nobody = pool.query("insert into users (id, email, name) values ($1, 'no@example.com', '')", [randomUUID()]);
    await expect(nobody).rejects.toMatchObject({ constraint: 'users_name_length' });
    const nowhere = pool.query("insert into workspaces (id, name) values ($1, '')", [randomUUID()]);
    await expect(nowhere).rejects.toMatchObject({ constraint: 'workspaces_name_length' });
  });

  test.each([0, 59, 31_622_401])('a cap of %i seconds is rejected', async (seconds) => {
    const change = pool.query('update workspaces set cap_seconds = $2 where id = $1', [workspace, seconds]);
    await expect(change).rejects.toMatchObject({ constraint: 'workspaces_cap_positive' });
  });
});
