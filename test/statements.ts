import { vi } from 'vitest';
import type { World } from '#/test/world.ts';

/**
 * How many statements that contain `word` the client sends while `work` runs. Separate transactions are not counted.
 */
export async function statementsOf<T>(world: World, word: string, work: () => Promise<T>) {
  const isMeant = (sql: unknown) => new RegExp(`\\b(from|into|update) ${word}`).test(textOf(sql));
  const unsafe = vi.spyOn(world.db, '$queryRawUnsafe');
  const tagged = vi.spyOn(world.db, '$queryRaw');
  try {
    const result = await work();
    const calls = [...unsafe.mock.calls, ...tagged.mock.calls].filter(([sql]) => isMeant(sql));
    return { result, statements: calls.length };
  } finally {
    unsafe.mockRestore();
    tagged.mockRestore();
  }
}

function textOf(sql: unknown): string {
  return Array.isArray(sql) ? sql.join('?') : String(sql);
}
