'use server';

import { answerForm } from '#/lib/accounts/answer-form.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { requireCtx } from '#/lib/accounts/require-actor.ts';
import { createEndpoint } from '#/lib/alarms/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '#/lib/alarms/endpoints/delete-endpoint.ts';
import { deliveryIdInput, replayFailedInput } from '#/lib/alarms/endpoints/deliveries/delivery-schemas.ts';
import { replayDelivery } from '#/lib/alarms/endpoints/deliveries/replay-delivery.ts';
import { replayFailed } from '#/lib/alarms/endpoints/deliveries/replay-failed.ts';
import { editEndpoint } from '#/lib/alarms/endpoints/edit-endpoint.ts';
import {
  createEndpointInput,
  type EndpointTestJson,
  editEndpointInput,
  endpointIdInput,
} from '#/lib/alarms/endpoints/endpoint-schemas.ts';
import { rotateEndpointSecret } from '#/lib/alarms/endpoints/endpoint-secret.ts';
import { testEndpoint } from '#/lib/alarms/endpoints/test-endpoint.ts';
import { endpointTestJson } from '#/lib/alarms/endpoints/test-endpoint-json.ts';
import { rotateSecretInput } from '#/lib/alarms/secrets/webhook-secret-schemas.ts';

const PATH = '/settings';
const editOne = editEndpointInput.extend(endpointIdInput.shape);

/** Answers the secret too, which the dialog shows at once. */
export async function createEndpointAction(form: FormData): Promise<FormOutcome<{ url: string; secret: string }>> {
  const ctx = await requireCtx(PATH);
  return answerForm(createEndpointInput, fieldsOf(form), async (input) => {
    const { endpoint, secret } = await createEndpoint(ctx, input);
    return { url: endpoint.url, secret: secret.secret };
  });
}

export async function editEndpointAction(form: FormData): Promise<FormOutcome> {
  const ctx = await requireCtx(PATH);
  return answerForm(editOne, { id: form.get('id'), ...fieldsOf(form) }, async ({ id, ...input }) => {
    await editEndpoint(ctx, { id, ifMatch: null }, input);
    return undefined;
  });
}

function fieldsOf(form: FormData) {
  return {
    url: form.get('url'),
    description: form.get('description'),
    event_types: form.getAll('event_types'),
    format: form.get('format'),
  };
}

export async function turnEndpointAction(id: string, enabled: boolean): Promise<FormOutcome<{ aborted: number }>> {
  const ctx = await requireCtx(PATH);
  return answerForm(editOne, { id, enabled }, async (input) => {
    const { aborted } = await editEndpoint(ctx, { id: input.id, ifMatch: null }, { enabled: input.enabled });
    return { aborted };
  });
}

export async function removeEndpointAction(id: string): Promise<FormOutcome> {
  const ctx = await requireCtx(PATH);
  return answerForm(endpointIdInput, { id }, async (input) => {
    await deleteEndpoint(ctx, input.id);
    return undefined;
  });
}

export async function testEndpointAction(id: string): Promise<FormOutcome<EndpointTestJson>> {
  const ctx = await requireCtx(PATH);
  return answerForm(endpointIdInput, { id }, async (input) => endpointTestJson(await testEndpoint(ctx, input.id)));
}

export async function rotateEndpointSecretAction(id: string, overlap: string): Promise<FormOutcome> {
  const ctx = await requireCtx(PATH);
  return answerForm(rotateSecretInput.extend(endpointIdInput.shape), { id, overlap }, async (input) => {
    await rotateEndpointSecret(ctx, input.id, input.overlap);
    return undefined;
  });
}

export async function replayDeliveryAction(endpointId: string, id: string): Promise<FormOutcome> {
  const ctx = await requireCtx(PATH);
  return answerForm(deliveryIdInput, { endpoint_id: endpointId, id }, async (input) => {
    await replayDelivery(ctx, { id: input.id, endpointId: input.endpoint_id });
    return undefined;
  });
}

export async function replayFailedAction(
  id: string,
  since: string,
  isDryRun: boolean,
): Promise<FormOutcome<{ count: number; more: boolean }>> {
  const ctx = await requireCtx(PATH);
  const sent = { id, since, dry_run: isDryRun };
  return answerForm(replayFailedInput.extend(endpointIdInput.shape), sent, async ({ id: endpointId, ...input }) => {
    const { count, isAll } = await replayFailed(ctx, endpointId, input);
    return { count, more: !isAll };
  });
}
