import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx, Role } from '#/lib/context/context.ts';
import { PERMISSIONS, type Permission, permissionsOf } from '#/lib/context/roles/role.ts';
import { type ApiClient, type ApiResponse, apiFor, clientWith } from '#/test/api-client.ts';
import { ROUTES, type Route } from '#/test/contract/routes.ts';
import { sessionFor } from '#/test/contract/session-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

// docs/permissions.md, cell by cell: every operation with every role, and with a key of each single scope. A permitted
// caller gets an input error, so that no cell depends on the effect of another.

const PROBE = 'no_such_parameter';
const ROLES: readonly Role[] = ['owner', 'admin', 'member'];

let world: World;
let clients: Record<string, ApiClient>;
let withScope: Record<string, ApiClient>;

beforeAll(async () => {
  world = await testWorld();
  const owner = await world.member();
  const { workspaceId } = owner.actor;
  const admin = await world.member({ workspaceId, role: 'admin' });
  const member = await world.member({ workspaceId, role: 'member' });
  const gone = await world.member({ workspaceId, role: 'admin' });
  clients = {
    ...(await bothWays('owner', owner)),
    ...(await bothWays('admin', admin)),
    ...(await bothWays('member', member)),
    ...(await bothWays('disabled', gone)),
    nobody: clientWith(world, {}),
    'an unknown key': clientWith(world, { authorization: 'Bearer tk_nobody' }),
    'a key with no scope': await apiFor(world, owner, { scopes: [] }),
  };
  const keys = PERMISSIONS.map(async (scope) => [scope, await apiFor(world, owner, { scopes: [scope] })] as const);
  withScope = Object.fromEntries(await Promise.all(keys));
  await disable(gone);
});

async function bothWays(name: string, ctx: Ctx): Promise<Record<string, ApiClient>> {
  return {
    [`${name} with a key`]: await apiFor(world, ctx, { scopes: PERMISSIONS }),
    [`${name} signed in`]: await sessionFor(world, ctx),
  };
}

async function disable({ actor: { workspaceId, userId } }: Ctx): Promise<void> {
  const disabledAt = await world.clock.now();
  await world.db.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { disabledAt } });
}

type Outcome = 'let in' | '401' | `403 ${string}`;

async function outcomeFor(client: ApiClient | undefined, route: Route): Promise<Outcome> {
  if (!client) throw new Error('nobody of that name');
  const response = await client<Rejection>(
    route.method,
    `${route.path()}?${PROBE}=1`,
    route.takesBody ? {} : undefined,
  );
  if (response.status === 401) return '401';
  if (response.status === 403) return `403 ${response.body.required_scope}`;
  expectLetIn(response, route);
  return 'let in';
}

type Rejection = { code: string; required_scope?: string; errors: { pointer: string }[] };

function expectLetIn({ status, body }: ApiResponse<Rejection>, { name }: Route): void {
  // There may also be missing parameters.
  const pointers = body.errors?.map(({ pointer }) => pointer) ?? [];
  expect({ status, code: body.code }, name).toEqual({ status: 400, code: 'input_invalid' });
  expect(pointers, name).toContain(`#/query/${PROBE}`);
}

/** The outcome for a caller with these permissions. */
function expected(permission: Route['permission'], allowed: readonly Permission[]): Outcome {
  if (permission === null || permission === 'public' || allowed.includes(permission)) return 'let in';
  return `403 ${permission}`;
}

describe.each(ROUTES)('$name', (route) => {
  const { permission } = route;
  const unlessPublic = (rejection: Outcome): Outcome => (permission === 'public' ? 'let in' : rejection);

  test('by role, signed in and with a key that has every scope', async () => {
    const outcomes: Record<string, Outcome> = {};
    const wanted: Record<string, Outcome> = {};
    for (const role of ROLES) {
      for (const who of [`${role} with a key`, `${role} signed in`])
        wanted[who] = expected(permission, permissionsOf(role));
    }
    for (const who of ['disabled with a key', 'disabled signed in', 'nobody', 'an unknown key']) {
      wanted[who] = unlessPublic('401');
    }
    await expectUnchanged(world, async () => {
      for (const who of Object.keys(wanted)) outcomes[who] = await outcomeFor(clients[who], route);
    });
    expect(outcomes).toEqual(wanted);
  });

  test('by scope, with a key of the owner', async () => {
    const outcomes: Record<string, Outcome> = {};
    const wanted: Record<string, Outcome> = { none: expected(permission, []) };
    for (const scope of PERMISSIONS) wanted[scope] = expected(permission, [scope]);
    await expectUnchanged(world, async () => {
      outcomes.none = await outcomeFor(clients['a key with no scope'], route);
      for (const scope of PERMISSIONS) outcomes[scope] = await outcomeFor(withScope[scope], route);
    });
    expect(outcomes).toEqual(wanted);
  });
});

describe('an error gives advice', () => {
  test('for a role that lacks the permission: ask an admin', async () => {
    const { body } = await clients['member with a key']!<{ detail: string }>('GET', '/webhook-secrets/current');
    expect(body.detail).toBe(
      'Your role, member, does not include workspace:manage. Ask an owner or admin of the workspace.',
    );
  });

  test('for a key that lacks the scope: use another one', async () => {
    const { body } = await withScope['timers:read']!<{ detail: string }>('POST', '/timers/start', {});
    expect(body.detail).toBe(
      'This API key lacks the scope timers:write. Use a key that has it, or create one under Settings, API keys.',
    );
  });

  test('without credentials: how to authenticate', async () => {
    const { headers } = await clients.nobody!('GET', '/me');
    expect(headers.get('www-authenticate')).toBe('Bearer realm="timer-service"');
    const { headers: others } = await clients['an unknown key']!('GET', '/me');
    expect(others.get('www-authenticate')).toContain('error="invalid_token"');
  });
});
