'use server';

import { openedVersion } from '#/app/_server/opened-version.ts';
import { submitWorkspaceForm } from '#/app/_server/submit-workspace-form.ts';
import { alarmSettings } from '#/lib/alarms/alarms/alarm-settings.ts';
import { testAnyEndpoint } from '#/lib/bridge/brokers/test-any-endpoint.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { urlProblem } from '#/lib/url-guard/url-guard.ts';
import { deliveryIdInput, resendFailedInput } from '#/lib/webhooks/deliveries/delivery-schemas.ts';
import { resendDelivery } from '#/lib/webhooks/deliveries/resend-delivery.ts';
import { resendFailedDeliveries } from '#/lib/webhooks/deliveries/resend-failed.ts';
import { createEndpoint } from '#/lib/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '#/lib/webhooks/endpoints/delete-endpoint.ts';
import { editEndpoint } from '#/lib/webhooks/endpoints/edit-endpoint.ts';
import {
  createEndpointInput,
  type EndpointTestJson,
  editEndpointInput,
  endpointIdInput,
} from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import { rotateEndpointSecret } from '#/lib/webhooks/endpoints/endpoint-secret.ts';
import { rotateSecretInput } from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';

/** Validated with the other fields, so that a form shows all errors at once. */
const url = createEndpointInput.shape.url.unwrap().superRefine((text, { addIssue }) => {
  const problem = urlProblem(text, alarmSettings().allowed);
  if (problem !== null) addIssue(problem);
});
const createOne = createEndpointInput.extend({ url });
const changeOne = editEndpointInput.extend({ ...endpointIdInput.shape, url: url.optional() });
const editOne = changeOne.extend({ version: openedVersion });

/** Creates a webhook, for admins. Returns the secret too, which the dialog shows at once. */
export async function createEndpointAction(
  workspaceId: string,
  form: FormData,
): Promise<FormOutcome<{ url: string; secret: string }>> {
  return submitWorkspaceForm(workspaceId, createOne, fieldsOf(form), async (ctx, input) => {
    const { endpoint, secret } = await createEndpoint(ctx, input);
    return { url: endpoint.url, secret: secret.secret };
  });
}

/** Changes a webhook. For admins. */
export async function editEndpointAction(workspaceId: string, form: FormData): Promise<FormOutcome> {
  return submitWorkspaceForm(
    workspaceId,
    editOne,
    { id: form.get('id'), version: form.get('version'), ...fieldsOf(form) },
    async (ctx, { id, version, ...input }) => {
      await editEndpoint(ctx, { id, ifMatch: [version] }, input);
      return undefined;
    },
  );
}

function fieldsOf(form: FormData) {
  return {
    url: form.get('url'),
    description: form.get('description'),
    event_types: form.getAll('event_types'),
    format: form.get('format'),
  };
}

/** Enables or disables a webhook, for admins. Returns how many open deliveries were aborted. */
export async function toggleEndpointAction(
  workspaceId: string,
  id: string,
  enabled: boolean,
): Promise<FormOutcome<{ aborted: number }>> {
  return submitWorkspaceForm(workspaceId, changeOne, { id, enabled }, async (ctx, input) => {
    const { aborted } = await editEndpoint(ctx, { id: input.id, ifMatch: null }, { enabled: input.enabled });
    return { aborted };
  });
}

/** Deletes a webhook with its secrets and its log. For admins. */
export async function removeEndpointAction(workspaceId: string, id: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, endpointIdInput, { id }, async (ctx, input) => {
    await deleteEndpoint(ctx, { id: input.id, ifMatch: null });
    return undefined;
  });
}

/** Sends a ping to a webhook, for admins. Returns the result. */
export async function testEndpointAction(workspaceId: string, id: string): Promise<FormOutcome<EndpointTestJson>> {
  return submitWorkspaceForm(workspaceId, endpointIdInput, { id }, async (ctx, input) => {
    const { test } = await testAnyEndpoint(ctx, input.id);
    return test;
  });
}

/** Activates a new secret; the old one also signs for `overlap`, a duration. For admins. */
export async function rotateEndpointSecretAction(
  workspaceId: string,
  id: string,
  overlap: string,
): Promise<FormOutcome> {
  return submitWorkspaceForm(
    workspaceId,
    rotateSecretInput.extend(endpointIdInput.shape),
    { id, overlap },
    async (ctx, input) => {
      await rotateEndpointSecret(ctx, input.id, input.overlap);
      return undefined;
    },
  );
}

/** Sends one delivery once more, now. For admins. */
export async function resendDeliveryAction(workspaceId: string, endpointId: string, id: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, deliveryIdInput, { endpoint_id: endpointId, id }, async (ctx, input) => {
    await resendDelivery(ctx, { id: input.id, endpointId: input.endpoint_id });
    return undefined;
  });
}

/** Resends deliveries that failed since an instant (ISO 8601), or only counts them. For admins. */
export async function resendFailedAction(
  workspaceId: string,
  id: string,
  since: string,
  isDryRun: boolean,
): Promise<FormOutcome<{ count: number; more: boolean }>> {
  const sent = { id, since, dry_run: isDryRun };
  return submitWorkspaceForm(
    workspaceId,
    resendFailedInput.extend(endpointIdInput.shape),
    sent,
    async (ctx, { id: endpointId, ...input }) => {
      const { count, isAll } = await resendFailedDeliveries(ctx, endpointId, input);
      return { count, more: !isAll };
    },
  );
}
