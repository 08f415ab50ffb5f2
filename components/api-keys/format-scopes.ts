import { PERMISSIONS, type Permission } from '#/lib/context/roles/role.ts';

/** Scopes in readable form: "timers: read, write; tickets: read", or "everything". */
export function formatScopes(scopes: readonly Permission[]): string {
  if (PERMISSIONS.every((permission) => scopes.includes(permission))) return 'everything';
  const actions = new Map<string, string[]>();
  for (const permission of PERMISSIONS) {
    if (!scopes.includes(permission)) continue;
    const [noun = '', action = ''] = permission.split(':');
    actions.set(noun, [...(actions.get(noun) ?? []), action.replaceAll('_', ' ')]);
  }
  return (
    [...actions].map(([noun, verbs]) => `${noun.replaceAll('_', ' ')}: ${verbs.join(', ')}`).join('; ') || 'nothing'
  );
}
