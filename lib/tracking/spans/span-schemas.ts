import { z } from 'zod';
import { instantInput, instantOut } from '#/lib/core/instant-schemas.ts';
import { withReadOnly } from '#/lib/core/read-back-schemas.ts';
import { MAX_SPANS } from '#/lib/tracking/spans/span.ts';

const EARLIEST = Date.UTC(2000, 0, 1);

/** Whether a span was measured or entered, and when. */
export const spanOrigin = z.enum(['live', 'back_dated', 'entered', 'corrected', 'offline']);

export const spanOut = withReadOnly(
  z.object({
    id: z.uuid(),
    started_at: instantOut,
    ended_at: instantOut.nullable(),
    origin: spanOrigin.describe(
      '`live`: measured. `back_dated`: its start, or its end by a switch, was given as an earlier instant. `entered`: added by hand. `corrected`: its times were changed later. `offline`: its start or its end was recorded without a connection, and sent late.',
    ),
    started_zone: z
      .string()
      .nullable()
      .describe('The zone (IANA) that its person was in when the start was made; null where that was not kept.'),
    ended_zone: z.string().nullable().describe('The same of its end; null while it has none.'),
  }),
  ['id', 'origin', 'started_zone', 'ended_zone'],
).meta({
  id: 'Span',
  description: 'A stretch of a timer, half open: [started_at, ended_at). Without an end it runs.',
});

/** An entered instant of work. The verb checks that it has passed, by the database's clock. */
export const workInstantInput = instantInput
  .refine((instant) => instant.getTime() >= EARLIEST, { abort: true, error: 'must not lie before the year 2000' })
  .meta({ example: '2026-11-19T14:32:08+01:00' });

type GivenTime = { started_at: Date; ended_at: Date | null };

const ignored = z.unknown().optional().describe('Ignored: spans are taken as they are read.');
/** The other fields of a span in responses. */
const asRead = { id: ignored, origin: ignored, started_zone: ignored, ended_zone: ignored };

/** The times of an entered span, alone or as in a response. */
function spanInput<End>({ started_at, ended_at }: { started_at: Date; ended_at: End }): {
  started_at: Date;
  ended_at: End;
} {
  return { started_at, ended_at };
}

/** Past time, for adding by hand. */
export const enteredSpansInput = z
  .array(
    z
      .strictObject({ started_at: workInstantInput, ended_at: workInstantInput, ...asRead })
      .transform(spanInput)
      .meta({ id: 'EnteredSpan' }),
  )
  .min(1)
  .max(MAX_SPANS)
  .superRefine((spans, check) => {
    rejectDisorder(spans, check);
    for (const [index, span] of spans.entries()) {
      if (span.ended_at.getTime() !== span.started_at.getTime()) continue;
      check.addIssue({ code: 'custom', path: [index, 'ended_at'], message: 'must be after started_at' });
    }
  })
  .describe('In order, none beginning before the one before it has ended.');

/** All spans of a timer; the last one is open while it runs. */
export const correctedSpansInput = z
  .array(
    z
      .strictObject({ started_at: workInstantInput, ended_at: workInstantInput.nullable(), ...asRead })
      .transform(spanInput)
      .meta({ id: 'CorrectedSpan' }),
  )
  .min(1)
  .max(MAX_SPANS)
  .superRefine(rejectDisorder)
  .describe(
    'In order, none beginning before the one before it has ended. `ended_at` of the last one is null exactly when the timer runs.',
  );

function rejectDisorder(spans: GivenTime[], check: z.RefinementCtx): void {
  for (const [index, span] of spans.entries()) {
    const reject = (field: keyof GivenTime, message: string) =>
      check.addIssue({ code: 'custom', path: [index, field], message });
    const before = spans[index - 1];
    if (span.ended_at && span.ended_at < span.started_at) reject('ended_at', 'must not lie before started_at');
    if (before?.ended_at === null) reject('started_at', 'follows a span without an end; only the last one may be open');
    if (before?.ended_at && span.started_at < before.ended_at) {
      reject('started_at', 'must not lie before the end of the span before it');
    }
  }
}

export type SpanOrigin = z.infer<typeof spanOrigin>;
export type SpanJson = z.infer<typeof spanOut>;
