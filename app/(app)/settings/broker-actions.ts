'use server';

import { openedVersion } from '#/app/_server/opened-version.ts';
import { submitWorkspaceForm } from '#/app/_server/submit-workspace-form.ts';
import {
  type BrokerTestJson,
  brokerIdInput,
  createBrokerInput,
  editBrokerInput,
} from '#/lib/bridge/brokers/broker-schemas.ts';
import { brokerTestJson } from '#/lib/bridge/brokers/broker-test-json.ts';
import { createBroker } from '#/lib/bridge/brokers/create-broker.ts';
import { deleteBroker } from '#/lib/bridge/brokers/delete-broker.ts';
import { editBroker } from '#/lib/bridge/brokers/edit-broker.ts';
import { testBroker } from '#/lib/bridge/brokers/test-broker.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

const changeOne = editBrokerInput.extend(brokerIdInput.shape);
const editOne = changeOne.extend({ version: openedVersion });

export async function createBrokerAction(workspaceId: string, form: FormData): Promise<FormOutcome> {
  const sent = { kind: form.get('kind'), url: form.get('url'), ...fieldsOf(form) };
  return submitWorkspaceForm(workspaceId, createBrokerInput, sent, async (ctx, input) => {
    await createBroker(ctx, input);
    return undefined;
  });
}

/** An empty URL keeps the one in use, since its credentials are never shown. */
export async function editBrokerAction(workspaceId: string, form: FormData): Promise<FormOutcome> {
  const which = { id: form.get('id'), version: form.get('version') };
  const sent = { ...which, url: form.get('url') || undefined, ...fieldsOf(form) };
  return submitWorkspaceForm(workspaceId, editOne, sent, async (ctx, { id, version, ...input }) => {
    await editBroker(ctx, { id, ifMatch: [version] }, input);
    return undefined;
  });
}

export async function setBrokerPausedAction(workspaceId: string, id: string, isPaused: boolean): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, changeOne, { id, paused: isPaused }, async (ctx, input) => {
    await editBroker(ctx, { id: input.id, ifMatch: null }, { paused: input.paused });
    return undefined;
  });
}

export async function deleteBrokerAction(workspaceId: string, id: string): Promise<FormOutcome> {
  return submitWorkspaceForm(workspaceId, brokerIdInput, { id }, async (ctx, input) => {
    await deleteBroker(ctx, { id: input.id, ifMatch: null });
    return undefined;
  });
}

export async function testBrokerAction(workspaceId: string, id: string): Promise<FormOutcome<BrokerTestJson>> {
  return submitWorkspaceForm(workspaceId, brokerIdInput, { id }, async (ctx, input) =>
    brokerTestJson(await testBroker(ctx, input.id)),
  );
}

function fieldsOf(form: FormData) {
  return {
    name: form.get('name'),
    dialect: form.get('dialect'),
    input_target: form.get('input_target') || null,
    output_target: form.get('output_target') || null,
    dead_letter_target: form.get('dead_letter_target') || null,
  };
}
