import { z } from 'zod';
import { apiKeyResponse } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { alarmOut } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { receiverResponse } from '#/lib/alarms/receivers/receiver-schemas.ts';
import { scheduleOut } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { savedReportResponse } from '#/lib/analytics/saved-reports/saved-report-schemas.ts';
import type { ComponentSchemas, JsonSchema } from '#/lib/api/openapi/component-schemas.ts';
import { brokerResponse } from '#/lib/bridge/brokers/broker-schemas.ts';
import type { ErrorCode } from '#/lib/core/error-codes.ts';
import { proposalFactsOut } from '#/lib/tracking/proposals/proposal-schemas.ts';
import { ticketSourceResponse } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';
import { timerOut } from '#/lib/tracking/timers/timer-schemas.ts';
import { deliveryListResponse } from '#/lib/webhooks/deliveries/delivery-schemas.ts';
import { editEndpointResponse } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

/** A schedule as problems show it. */
const scheduleCurrent = scheduleOut
  .pick({
    id: true,
    name: true,
    cron: true,
    time_zone: true,
    repeat: true,
    start_at: true,
    end_at: true,
    catch_up: true,
    url: true,
    method: true,
    paused_at: true,
  })
  .meta({ id: 'CurrentSchedule', description: 'A schedule, without its large fields and its next runs.' });
const receiverCurrent = receiverResponse.shape.receiver
  .pick({ id: true, origin: true, endpoint_id: true, paused: true, max_per_second: true, max_concurrency: true })
  .extend({ version: z.int() })
  .meta({ id: 'CurrentReceiver', description: 'A receiver, without the counts of what is waiting for it.' });
const ticketSourceCurrent = ticketSourceResponse.shape.ticket_source
  .pick({ id: true, provider: true, name: true, project: true, creates_tickets: true })
  .extend({ version: z.int() })
  .meta({ id: 'CurrentTicketSource', description: 'A ticket source, without the webhooks it has received.' });
const savedReportCurrent = savedReportResponse.shape.saved_report
  .pick({ name: true, query: true, is_shared: true })
  .extend({ version: z.int() })
  .meta({ id: 'CurrentSavedReport', description: 'A saved report, without its owner.' });
const importCurrent = z
  .object({ id: z.uuid(), status: z.string(), version: z.int() })
  .meta({ id: 'CurrentImport', description: 'An import, without its contents.' });
const proposalCurrent = proposalFactsOut.meta({
  id: 'CurrentProposal',
  description: 'A proposed correction, without what it would change.',
});

/** What a problem with a given code carries as `current`: the conflicting thing in its current state. */
export const CURRENTS: Partial<Readonly<Record<ErrorCode, z.ZodType>>> = {
  timer_version_mismatch: timerOut,
  // Null if the caller may not see the other timer, or none conflicts.
  timer_already_running: timerOut.nullable(),
  intent_collides: timerOut.nullable(),
  plan_strict: timerOut,
  timer_ended: timerOut,
  open_span_mismatch: timerOut,
  too_many_spans: timerOut,
  stop_not_undoable: timerOut,
  no_phase: timerOut,
  timer_not_ended: timerOut,
  question_answered: timerOut,
  answer_not_undoable: timerOut,
  version_mismatch: importCurrent,
  ticket_source_version_mismatch: ticketSourceCurrent,
  api_key_ended: apiKeyResponse.shape.api_key,
  api_key_version_mismatch: apiKeyResponse.shape.api_key,
  alarm_version_mismatch: alarmOut,
  external_id_taken: alarmOut,
  alarm_already_firing: alarmOut,
  alarm_ended: alarmOut,
  alarm_not_attempted: alarmOut,
  schedule_version_mismatch: scheduleCurrent
    .extend({ version: z.int() })
    .meta({ id: 'CurrentScheduleVersion', description: 'A schedule with its version.' }),
  schedule_ended: scheduleCurrent,
  receiver_version_mismatch: receiverCurrent,
  receiver_exists: receiverCurrent,
  broker_version_mismatch: brokerResponse.shape.broker,
  endpoint_version_mismatch: editEndpointResponse.shape.endpoint,
  endpoint_disabled: editEndpointResponse.shape.endpoint,
  saved_report_version_mismatch: savedReportCurrent,
  proposal_closed: proposalCurrent,
  delivery_in_flight: deliveryListResponse.shape.deliveries.element,
};

const PROBLEM = { $ref: '#/components/schemas/Problem' };

/** The schema of a problem with one of these codes. */
export function problemSchema(codes: readonly ErrorCode[], schemas?: ComponentSchemas): JsonSchema {
  const carrying = codes.flatMap((code) => CURRENTS[code] ?? []);
  if (!schemas || carrying.length === 0) return PROBLEM;
  const kinds = new Map(
    carrying.map((schema) => schemas.schemaOf(schema, 'output')).map((one) => [JSON.stringify(one), one]),
  );
  const [first] = kinds.values();
  const current = kinds.size === 1 ? { ...first } : { anyOf: [...kinds.values()] };
  const description = `The current state of what is in the way${carrying.length < codes.length ? ', where the code is about one' : ''}.`;
  const properties = { current: { description, ...current } };
  const required = carrying.length === codes.length ? { required: ['current'] } : {};
  return { allOf: [PROBLEM, { type: 'object', properties, ...required, additionalProperties: true }] };
}
