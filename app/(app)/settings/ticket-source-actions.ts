'use server';

import { z } from 'zod';
import { openedVersion } from '#/app/_server/opened-version.ts';
import { submitWorkspaceForm } from '#/app/_server/submit-workspace-form.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { readLinkSettings } from '#/lib/core/env.ts';
import { createTicketSource } from '#/lib/tracking/ticket-sources/create-ticket-source.ts';
import { deleteTicketSource } from '#/lib/tracking/ticket-sources/delete-ticket-source.ts';
import { editTicketSource } from '#/lib/tracking/ticket-sources/edit-ticket-source.ts';
import type { Provider } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import { ticketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-json.ts';
import { createTicketSourceInput, editTicketSourceInput } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import { setWorklogs } from '#/lib/tracking/worklogs/set-worklogs.ts';
import { setWorklogsInput } from '#/lib/tracking/worklogs/worklog-schemas.ts';
import { guardedCalls } from '#/lib/webhooks/sending/guarded-calls.ts';

const withId = z.strictObject({ id: z.uuid() });

/** Connects an issue tracker, for admins. Returns the URL and the secret to set there; the secret isn't shown again. */
export async function createTicketSourceAction(
  workspaceId: string,
  form: FormData,
): Promise<FormOutcome<{ provider: Provider; url: string; secret: string }>> {
  const sent = { provider: form.get('provider'), ...fieldsOf(form) };
  return submitWorkspaceForm(workspaceId, createTicketSourceInput, sent, async (ctx, input) => {
    const { source } = await createTicketSource(ctx, input);
    const { url } = ticketSourceJson(source, 0, readLinkSettings().APP_URL);
    return { provider: source.provider, url, secret: source.secret };
  });
}

/** Changes a ticket source; an empty secret keeps the one in use. For admins. */
export async function editTicketSourceAction(workspaceId: string, form: FormData): Promise<FormOutcome> {
  const sent = { id: form.get('id'), version: form.get('version'), ...fieldsOf(form) };
  return submitWorkspaceForm(
    workspaceId,
    editTicketSourceInput.extend({ ...withId.shape, version: openedVersion }),
    sent,
    async (ctx, { id, version, ...input }) => {
      await editTicketSource(ctx, { id, ifMatch: [version] }, input);
      return undefined;
    },
  );
}

/** Disconnects an issue tracker; its tickets stay. For admins. */
export async function deleteTicketSourceAction(workspaceId: string, id: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, withId, { id }, async (ctx, input) => {
    await deleteTicketSource(ctx, { id: input.id, ifMatch: null });
    return undefined;
  });
}

/** Turns worklogs on or off, or changes how they are pushed; an empty token keeps the one in use. For admins. */
export async function setWorklogsAction(workspaceId: string, form: FormData): Promise<FormOutcome> {
  const sent = {
    id: form.get('id'),
    enabled: form.get('enabled') === 'on',
    tracker: form.get('tracker'),
    base_url: form.get('base_url'),
    email: form.get('email') || null,
    token: form.get('token') || undefined,
    keep_pushed: form.get('keep_pushed') === 'on',
    names_author: form.get('names_author') === 'on',
    adjusts_estimate: form.get('adjusts_estimate') === 'on',
    from_date: form.get('from_date') || null,
  };
  return submitWorkspaceForm(
    workspaceId,
    setWorklogsInput.extend(withId.shape),
    sent,
    async (ctx, { id, ...input }) => {
      await setWorklogs(ctx, id, input, guardedCalls());
      return undefined;
    },
  );
}

function fieldsOf(form: FormData) {
  return {
    name: form.get('name'),
    secret: form.get('secret') || undefined,
    project: form.get('project') || null,
    creates_tickets: form.get('creates_tickets') === 'on',
  };
}
