import { beforeEach, expect, it } from 'vitest';
import { takeLostWorkspace } from '#/lib/client/live/lost-workspace.ts';

const ACME = { id: 'acme', name: 'Acme', role: 'member' as const, current: false };
const GLOBEX = { id: 'globex', name: 'Globex', role: 'owner' as const, current: false };
const me = (workspace: typeof ACME | typeof GLOBEX, open: (typeof ACME | typeof GLOBEX)[], id = 'jonas') =>
  ({ user: { id }, workspace, workspaces: open }) as Parameters<typeof takeLostWorkspace>[0];

let storage: Storage;
beforeEach(() => {
  const kept = new Map<string, string>();
  storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage;
});

it('is shown once to a person who has lost access to the workspace they worked in', () => {
  expect(takeLostWorkspace(me(ACME, [ACME, GLOBEX]), storage)).toBeNull();
  expect(takeLostWorkspace(me(GLOBEX, [GLOBEX]), storage)).toBe('Acme');
  expect(takeLostWorkspace(me(GLOBEX, [GLOBEX]), storage)).toBeNull();
});

it('is not shown after a switch, or to another person on the same browser', () => {
  takeLostWorkspace(me(ACME, [ACME, GLOBEX]), storage);
  expect(takeLostWorkspace(me(GLOBEX, [ACME, GLOBEX]), storage)).toBeNull();
  expect(takeLostWorkspace(me(ACME, [ACME], 'maya'), storage)).toBeNull();
});

it('is not shown if storage is blocked', () => {
  const rejected = () => {
    throw new Error('denied');
  };
  expect(
    takeLostWorkspace(me(ACME, [ACME]), { getItem: rejected, setItem: rejected } as unknown as Storage),
  ).toBeNull();
});
