import type { AnyOperation } from '#/lib/api/operations/operation.ts';
import type { Role } from '#/lib/context/context.ts';
import { PERMISSION_LABELS, PERMISSIONS, type Permission, permissionsOf } from '#/lib/context/roles/role.ts';

const ROLES: readonly Role[] = ['owner', 'admin', 'member'];

/** Who may call what, as a table for people. test/contract/permissions.db.test.ts checks the API against every cell. */
export function permissionTable(operations: readonly AnyOperation[]): string {
  return `# Who may do what

Written by \`npm run generate\` from the operations themselves. \`test/contract/permissions.db.test.ts\` checks every cell
against the API.

A signed-in person can do what their role in the workspace allows. An API key can do what its scopes allow, as long as
its owner's role allows it, too: a lower role also limits that person's keys. Disabled members, members of other
workspaces and unauthenticated callers have no access: they get 401 without a valid key or session, and 404 for anything
in another workspace.

## Roles and scopes

| scope | allows you to | ${ROLES.join(' | ')} |
| --- | --- | ${ROLES.map(() => '---').join(' | ')} |
${PERMISSIONS.map(scopeLine).join('\n')}

## Operations

| operation | what it does | scope that a key needs | ${ROLES.join(' | ')} |
| --- | --- | --- | ${ROLES.map(() => '---').join(' | ')} |
${operations.map(operationLine).join('\n')}
`;
}

function scopeLine(permission: Permission): string {
  return line([`\`${permission}\``, PERMISSION_LABELS[permission], ...ROLES.map((role) => mark(role, permission))]);
}

function operationLine({ method, path, summary, permission }: AnyOperation): string {
  const scope = permission === 'public' ? 'none, and no key' : permission === null ? 'any' : `\`${permission}\``;
  const marks = ROLES.map((role) => (permission && permission !== 'public' ? mark(role, permission) : 'yes'));
  return line([`\`${method.toUpperCase()} ${path}\``, summary, scope, ...marks]);
}

function mark(role: Role, permission: Permission): string {
  return permissionsOf(role).includes(permission) ? 'yes' : 'no';
}

function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
