import type { AnyOperation } from '#/lib/api/operations/operation.ts';
import type { Role } from '#/lib/context/context.ts';
import { PERMISSION_LABELS, PERMISSIONS, type Permission, permissionsOf } from '#/lib/context/roles/role.ts';

const ROLES: readonly Role[] = ['owner', 'admin', 'member'];

/** Who may call what, as a table for people. test/contract/permissions.db.test.ts checks the API against every cell. */
export function permissionTable(operations: readonly AnyOperation[]): string {
  return `# Who may do what

Written by \`npm run generate\` from the operations themselves, and held against the API cell by cell by
\`test/contract/permissions.db.test.ts\`.

A signed-in person may do what the role in the workspace allows. An API key may do what it has the scope for, as long as
its owner's role allows it too: lowering a role lowers its keys. A member who was disabled, a stranger of another
workspace and nobody at all get nowhere: 401 without a good key or session, 404 for what lies in another workspace.

## Roles and scopes

| scope | lets one | ${ROLES.join(' | ')} |
| --- | --- | ${ROLES.map(() => '---').join(' | ')} |
${PERMISSIONS.map(scopeLine).join('\n')}

## Operations

| operation | | scope a key needs | ${ROLES.join(' | ')} |
| --- | --- | --- | ${ROLES.map(() => '---').join(' | ')} |
${operations.map(operationLine).join('\n')}
`;
}

function scopeLine(permission: Permission): string {
  return line([`\`${permission}\``, PERMISSION_LABELS[permission], ...ROLES.map((role) => mark(role, permission))]);
}

function operationLine({ method, path, summary, permission }: AnyOperation): string {
  const scope = permission === 'public' ? 'none, nor a key' : permission === null ? 'any' : `\`${permission}\``;
  const marks = ROLES.map((role) => (permission && permission !== 'public' ? mark(role, permission) : 'yes'));
  return line([`\`${method.toUpperCase()} ${path}\``, summary, scope, ...marks]);
}

function mark(role: Role, permission: Permission): string {
  return permissionsOf(role).includes(permission) ? 'yes' : 'no';
}

function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
