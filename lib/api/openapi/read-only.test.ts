import { describe, expect, test } from 'vitest';
import { DOCUMENT, resolved, responseOf, type Schema } from '#/test/api-contract.ts';

// A client that reads a thing to send it back learns from the document which fields it may set.

/** Things that can be created or changed, with the operations that take their fields. */
const THINGS: Record<string, string[]> = {
  alarm: ['createAlarm', 'rescheduleAlarm'],
  schedule: ['createSchedule', 'editSchedule'],
  receiver: ['createReceiver', 'editReceiver'],
  broker: ['createBroker', 'editBroker'],
  endpoint: ['createEndpoint', 'editEndpoint'],
  timer: ['startTimer', 'addTimer', 'editTimer', 'correctTimer'],
  ticket: ['createTicket', 'editTicket'],
  project: ['createProject', 'editProject'],
  ticket_source: ['createTicketSource', 'editTicketSource'],
  worklogs: ['setWorklogs'],
  saved_report: ['createSavedReport', 'editSavedReport'],
  workspace: ['createWorkspace', 'editWorkspace'],
  member: ['editMember'],
  api_key: ['createApiKey', 'editApiKey'],
  invitation: ['inviteMember'],
  user: ['editMe'],
  notification_preferences: ['setNotificationPreferences'],
};
const operations = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));

describe.each(Object.entries(THINGS))('a field of %s', (noun, ids) => {
  const taken = new Set(ids.flatMap((id) => Object.keys(propertiesOf(inputOf(id)))));

  test.each(ids)('is readOnly if no operation takes it by its name, %s', (id) => {
    const fields = Object.entries(propertiesOf(propertiesOf(outputOf(id))[noun] as Schema));
    expect(fields).not.toEqual([]);
    const readOnly = fields.filter(([, field]) => field.readOnly === true).map(([name]) => name);
    expect(readOnly).toEqual(fields.map(([name]) => name).filter((name) => !taken.has(name)));
  });
});

test('every operation that changes a thing by PATCH or PUT is in the list', () => {
  const listed = new Set(Object.values(THINGS).flat());
  const changing = Object.values(DOCUMENT.paths).flatMap((methods) =>
    ['patch', 'put'].flatMap((method) => methods[method]?.operationId ?? []),
  );
  expect(changing.filter((id) => !listed.has(id))).toEqual([]);
});

function operation(id: string) {
  const found = operations.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

function inputOf(id: string): Schema {
  const { content } = operation(id).requestBody as unknown as { content: Record<string, { schema: Schema }> };
  return content['application/json']?.schema ?? {};
}

function outputOf(id: string): Schema {
  const response = responseOf(operation(id), '201') ?? responseOf(operation(id), '200');
  return response?.content?.['application/json']?.schema ?? {};
}

function propertiesOf(schema: Schema): Record<string, Schema> {
  return (resolved(schema).properties ?? {}) as Record<string, Schema>;
}
