import { beforeAll, expect, test, vi } from 'vitest';
import { createBrokerAction, editBrokerAction, setBrokerPausedAction } from '#/app/(app)/settings/broker-actions.ts';
import {
  createEndpointAction,
  editEndpointAction,
  toggleEndpointAction,
} from '#/app/(app)/settings/endpoint-actions.ts';
import { createTicketSourceAction, editTicketSourceAction } from '#/app/(app)/settings/ticket-source-actions.ts';
import { listBrokerRows } from '#/lib/bridge/brokers/broker-store.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { Db } from '#/lib/db/client.ts';
import { listTicketSourceRows } from '#/lib/tracking/ticket-sources/ticket-source-store.ts';
import { listEndpointRows } from '#/lib/webhooks/endpoints/endpoint-store.ts';
import { testWorld } from '#/test/world.ts';

const session = vi.hoisted(() => ({ ctx: undefined as Ctx | undefined }));
vi.mock('#/app/_server/require-actor.ts', () => ({ findCtx: async () => session.ctx }));

let db: Db;
let workspaceId: string;

beforeAll(async () => {
  const world = await testWorld();
  session.ctx = await world.member();
  db = world.db;
  workspaceId = session.ctx.actor.workspaceId;
});

type Fields = Record<string, string>;
type Form = {
  fields: Fields;
  create: (form: FormData) => Promise<FormOutcome<unknown>>;
  edit: (form: FormData) => Promise<FormOutcome>;
  find: () => Promise<{ id: string; version: number } & Record<string, unknown>>;
  /** The field that both people change, and its name in the table. */
  field: string;
};

/** The only row of its kind in this workspace. */
const one = <T>(rows: T[]) => rows[0] as T & Record<string, unknown>;

const forms: [string, () => Form][] = [
  [
    'broker',
    () => ({
      fields: { kind: 'redis', url: 'redis://broker.example:6379', name: 'orders', dialect: 'timer-service' },
      create: (form) => createBrokerAction(workspaceId, form),
      edit: (form) => editBrokerAction(workspaceId, form),
      find: async () => one(await listBrokerRows(db, workspaceId)),
      field: 'name',
    }),
  ],
  [
    'webhook',
    () => ({
      fields: {
        url: 'https://hooks.example/a',
        description: 'first',
        event_types: 'timer.stopped',
        format: 'standard',
      },
      create: (form) => createEndpointAction(workspaceId, form),
      edit: (form) => editEndpointAction(workspaceId, form),
      find: async () => one(await listEndpointRows(db, workspaceId)),
      field: 'description',
    }),
  ],
  [
    'ticket source',
    () => ({
      fields: { provider: 'github', name: 'first' },
      create: (form) => createTicketSourceAction(workspaceId, form),
      edit: (form) => editTicketSourceAction(workspaceId, form),
      find: async () => one((await listTicketSourceRows(db, workspaceId)).map(({ source }) => source)),
      field: 'name',
    }),
  ],
];

function filledIn(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test.each(forms)('the form of a %s that another person has changed meanwhile is rejected', async (_noun, formOf) => {
  const { fields, create, edit, find, field } = formOf();
  expect(await create(filledIn(fields))).toMatchObject({ ok: true });
  const { id, version } = await find();
  const opened = { ...fields, id, version: String(version), ...(fields.kind && { url: '' }) };
  expect(await edit(filledIn({ ...opened, [field]: 'theirs' }))).toMatchObject({ ok: true });
  expect(await edit(filledIn({ ...opened, [field]: 'mine' }))).toEqual({
    ok: false,
    message: expect.stringContaining('has changed'),
    fields: {},
  });
  expect((await find())[field]).toBe('theirs');
  const reopened = { ...opened, version: String((await find()).version) };
  expect(await edit(filledIn({ ...reopened, [field]: 'mine' }))).toMatchObject({ ok: true });
  expect((await find())[field]).toBe('mine');
});

test('pausing a broker and disabling a webhook apply whatever has changed meanwhile', async () => {
  const broker = one(await listBrokerRows(db, workspaceId));
  expect(await setBrokerPausedAction(workspaceId, broker.id, true)).toMatchObject({ ok: true });
  const endpoint = one(await listEndpointRows(db, workspaceId));
  expect(await toggleEndpointAction(workspaceId, endpoint.id, false)).toMatchObject({ ok: true });
});

test('a form whose session has ended says so instead of redirecting away from typed text', async () => {
  const { ctx } = session;
  session.ctx = undefined;
  const fields = { kind: 'redis', url: 'redis://broker.example:6379', name: 'typed', dialect: 'timer-service' };
  expect(await createBrokerAction(workspaceId, filledIn(fields))).toEqual({
    ok: false,
    message: 'You’re signed out. Sign in from another tab.',
    fields: {},
  });
  session.ctx = ctx;
});
