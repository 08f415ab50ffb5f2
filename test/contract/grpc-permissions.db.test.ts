import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx, Role } from '#/lib/context/context.ts';
import { PERMISSIONS, type Permission, permissionsOf } from '#/lib/context/roles/role.ts';
import { operationOf } from '#/lib/grpc/call-operation.ts';
import { AlarmService } from '#/lib/grpc/generated/timerservice/v1/alarms_pb.ts';
import { TimerService } from '#/lib/grpc/generated/timerservice/v1/timers_pb.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { detailsOf, type GrpcMessage, grpcClient } from '#/test/grpc-client.ts';
import { serveGrpc } from '#/test/grpc-server.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

// Every method of gRPC with every role, and with a key of each single scope. A permitted caller gets an input error or
// a response, so that no cell depends on the effect of another.

const ROLES: readonly Role[] = ['owner', 'admin', 'member'];
const INVALID = 3;

type Cell = { name: string; service: string; method: string; permission: Permission; request: GrpcMessage };

/** Requests that fail even for a permitted caller. */
const IN_VAIN: Readonly<Record<string, GrpcMessage>> = { StartTimer: { title: 'x'.repeat(501) } };
/** Permissions for watching: those of the topics. */
const WATCHES: Cell[] = [
  watchCell(TimerService.typeName, 'WatchTimers', 'timers:read'),
  watchCell(TimerService.typeName, 'WatchTimers', 'timers:read_all', { everyone: true }),
  watchCell(AlarmService.typeName, 'WatchAlarms', 'alarms:read'),
  watchCell(AlarmService.typeName, 'WatchAlarms', 'alarms:read', { names: ['Backup'] }),
];

function watchCell(service: string, method: string, permission: Permission, request: GrpcMessage = {}): Cell {
  return { name: `${method} ${JSON.stringify(request)}`, service, method, permission, request };
}

const CELLS: Cell[] = [TimerService, AlarmService].flatMap(({ typeName, methods }) =>
  methods.flatMap((method): Cell[] => {
    if (method.methodKind !== 'unary') return [];
    const permission = operationOf(method).permission as Permission;
    return [
      { name: method.name, service: typeName, method: method.name, permission, request: IN_VAIN[method.name] ?? {} },
    ];
  }),
);

let world: World;
let address: string;
let secrets: Record<string, string | undefined>;
let withScope: Record<string, string>;

beforeAll(async () => {
  world = await testWorld();
  ({ address } = await serveGrpc(world));
  const owner = await world.member();
  const { workspaceId } = owner.actor;
  const gone = await world.member({ workspaceId, role: 'admin' });
  const keyOf = (ctx: Ctx) => apiKeyFor(world, ctx, { scopes: PERMISSIONS });
  secrets = {
    owner: await keyOf(owner),
    admin: await keyOf(await world.member({ workspaceId, role: 'admin' })),
    member: await keyOf(await world.member({ workspaceId, role: 'member' })),
    disabled: await keyOf(gone),
    nobody: undefined,
    'an unknown key': 'tk_nobody',
  };
  const keys = PERMISSIONS.map(async (scope) => [scope, await apiKeyFor(world, owner, { scopes: [scope] })] as const);
  withScope = Object.fromEntries(await Promise.all(keys));
  withScope.none = await apiKeyFor(world, owner, { scopes: [] });
  const { userId } = gone.actor;
  await world.db.membership.update({
    where: { workspaceId_userId: { workspaceId, userId } },
    data: { disabledAt: await world.clock.now() },
  });
});

type Outcome = 'let in' | 'UNAUTHENTICATED' | `PERMISSION_DENIED ${string}`;

async function outcomeFor(secret: string | undefined, cell: Cell): Promise<Outcome> {
  const client = grpcClient(address, cell.service, secret);
  const stream = client.stream(cell.method, cell.request);
  const arrived = Promise.withResolvers<void>();
  stream.onMessage(() => arrived.resolve());
  const status = await Promise.race([stream.ended, arrived.promise]);
  stream.leave();
  if (!status || status.code === 0 || status.code === INVALID) return 'let in';
  if (status.code === 16) return 'UNAUTHENTICATED';
  expect(status.code, `${cell.name}: ${status.details}`).toBe(7);
  return `PERMISSION_DENIED ${detailsOf(status).ErrorInfo?.metadata.required_scope}`;
}

function expected(permission: Permission, allowed: readonly Permission[]): Outcome {
  return allowed.includes(permission) ? 'let in' : `PERMISSION_DENIED ${permission}`;
}

describe.each([...CELLS, ...WATCHES])('$name', (cell) => {
  test('by role, with a key that has every scope', async () => {
    const wanted: Record<string, Outcome> = {};
    for (const role of ROLES) wanted[role] = expected(cell.permission, permissionsOf(role));
    for (const who of ['disabled', 'nobody', 'an unknown key']) wanted[who] = 'UNAUTHENTICATED';
    const outcomes: Record<string, Outcome> = {};
    await expectUnchanged(world, async () => {
      for (const who of Object.keys(wanted)) outcomes[who] = await outcomeFor(secrets[who], cell);
    });
    expect(outcomes).toEqual(wanted);
  });

  test('by scope, with a key of the owner', async () => {
    const wanted: Record<string, Outcome> = { none: expected(cell.permission, []) };
    for (const scope of PERMISSIONS) wanted[scope] = expected(cell.permission, [scope]);
    const outcomes: Record<string, Outcome> = {};
    await expectUnchanged(world, async () => {
      for (const scope of Object.keys(wanted)) outcomes[scope] = await outcomeFor(withScope[scope], cell);
    });
    expect(outcomes).toEqual(wanted);
  });
});

test('a cookie does not authenticate', async () => {
  const client = grpcClient(address, TimerService.typeName);
  const metadata = { cookie: 'next-auth.session-token=x', origin: 'http://timers.test' };
  const status = await client.stream('GetCurrentTimer', {}, { metadata }).ended;
  expect([status.code, detailsOf(status).ErrorInfo?.reason]).toEqual([16, 'UNAUTHENTICATED']);
});
