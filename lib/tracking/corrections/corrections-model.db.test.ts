import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { isAppError } from '#/lib/core/errors.ts';
import { factsOf } from '#/lib/tracking/corrections/correction.ts';
import { createCorrectionInput } from '#/lib/tracking/corrections/correction-schemas.ts';
import { createCorrection } from '#/lib/tracking/corrections/create-correction.ts';
import { previewCorrection } from '#/lib/tracking/corrections/preview-correction.ts';
import { revertCorrection } from '#/lib/tracking/corrections/revert-correction.ts';
import { addTimer } from '#/lib/tracking/timers/add-timer.ts';
import { addTimerInput } from '#/lib/tracking/timers/correction-schemas.ts';
import { listTimers } from '#/lib/tracking/timers/list-timers.ts';
import { elapsedMs, type Timer } from '#/lib/tracking/timers/timer.ts';
import { listTimersQuery } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { findTimer } from '#/lib/tracking/timers/timer-store.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

// Random corrections of two people's time, in any order: nothing overlaps, every sum is the sum of the spans in every
// zone, the preview shows what then happens, and a revert restores exactly the earlier state. Clocks in Berlin go
// forward in the middle of it.

const BEGIN = Date.parse('2026-03-28T06:00:00.123Z');
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
const REJECTIONS = ['time_overlaps', 'time_in_future', 'timer_ended', 'open_span_mismatch'];
const TIMERS = 6;
const REASON = 'Drawn by chance, as it is.';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});

const minutes = fc.integer({ min: 0, max: 40 * 60 });
const cuts = fc.uniqueArray(minutes, { minLength: 2, maxLength: 6 });
const edit = fc.record(
  {
    of: fc.nat({ max: TIMERS - 1 }),
    cuts: fc.option(cuts, { nil: undefined }),
    status: fc.option(fc.constantFrom('discarded', 'restored'), { nil: undefined }),
    title: fc.option(fc.constantFrom('One', 'Other'), { nil: undefined }),
    owner: fc.option(fc.nat({ max: 1 }), { nil: undefined }),
  },
  { requiredKeys: ['of'] },
);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ edits: fc.uniqueArray(edit, { minLength: 1, maxLength: 3, selector: ({ of }) => of }) }),
  },
  // Counted from the latest, which usually nothing has changed since.
  {
    weight: 2,
    arbitrary: fc.record({ revert: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: 5 })) }),
  },
);

const at = (minute: number) => new Date(BEGIN + minute * MINUTE_MS).toISOString();

function spansOf(cut: number[]) {
  const sorted = cut.toSorted((one, other) => one - other);
  const pairs = Array.from({ length: Math.floor(sorted.length / 2) }, (_, index) =>
    sorted.slice(2 * index, 2 * index + 2),
  );
  return pairs.map(([from = 0, to = 0]) => ({ started_at: at(from), ended_at: at(to) }));
}

/** The result of a verb, or the code of its error, which must be one of those allowed. */
async function outcome<T>(work: Promise<T>, allowed: readonly string[]): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAppError(error) && allowed.includes(error.code)) return null;
    throw error;
  }
}

async function expectLaws(people: readonly Ctx[], ids: readonly string[]): Promise<void> {
  const { rows } = await world.database.pool.query(
    `select count(*)::int as overlaps from timer_spans a join timer_spans b on a.user_id = b.user_id and a.id < b.id
     where not a.discarded and not b.discarded and a.user_id = any($1::uuid[])
       and tstzrange(a.started_at, a.ended_at) && tstzrange(b.started_at, b.ended_at)`,
    [people.map(({ actor }) => actor.userId)],
  );
  expect(rows).toEqual([{ overlaps: 0 }]);
  const timers = await Promise.all(ids.map((id) => stored(people[0] as Ctx, id)));
  const now = await world.clock.now();
  for (const ctx of people) {
    const own = timers.filter(({ userId, status }) => userId === ctx.actor.userId && status !== 'discarded');
    const spans = own.reduce((sum, timer) => sum + elapsedMs(timer, now), 0);
    for (const time_zone of ZONES) {
      const { days } = await listTimers(ctx, listTimersQuery.parse({ time_zone }));
      expect(
        days.reduce((sum, { elapsedMs: ms }) => sum + ms, 0),
        time_zone,
      ).toBe(spans);
    }
  }
}

const stored = async ({ actor }: Ctx, id: string) => (await findTimer(world.db, actor.workspaceId, id)) as Timer;

test('corrections of every kind keep the invariants, match their preview, and can be reverted', async () => {
  let created = 0;
  let reverted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      world.clock.set(new Date(BEGIN + 60 * HOUR_MS));
      const lead = await world.member();
      const jonas = await world.member({ workspaceId: lead.actor.workspaceId });
      const people = [lead, jonas] as const;
      const ids: string[] = [];
      for (let index = 0; index < TIMERS; index += 1) {
        const spans = [{ started_at: at(index * 60), ended_at: at(index * 60 + 45) }];
        const ticket = { ticket_key: `T-${index % 2}`, create_ticket: true };
        ids.push((await addTimer(people[index % 2] as Ctx, addTimerInput.parse({ ...ticket, spans }))).timer.id);
      }
      const known: { id: string; before: Map<string, unknown> }[] = [];
      for (const one of steps) {
        if ('revert' in one) {
          const which = known.at(-1 - (one.revert % Math.max(1, known.length)));
          if (!which) continue;
          const back = await outcome(revertCorrection(lead, which.id, REASON), [
            ...REJECTIONS,
            'correction_reverted',
            'timer_version_mismatch',
          ]);
          if (back) {
            reverted += 1;
            await expectLaws(people, ids);
            for (const [id, facts] of which.before) expect(factsOf(await stored(lead, id))).toEqual(facts);
          }
        } else {
          const timers = await Promise.all(
            one.edits.map(async ({ of, cuts: cut, owner, ...what }) => {
              const { id, version } = await stored(lead, ids[of] as string);
              const user_id = owner === undefined ? undefined : people[owner]?.actor.userId;
              return { timer_id: id, version, ...what, spans: cut && spansOf(cut), user_id };
            }),
          );
          const input = createCorrectionInput.parse({ timers, reason: REASON });
          const before = new Map<string, unknown>();
          for (const { timer_id } of timers) before.set(timer_id, factsOf(await stored(lead, timer_id)));
          const preview = await outcome(previewCorrection(lead, input), REJECTIONS);
          for (const [id, facts] of before) expect(factsOf(await stored(lead, id))).toEqual(facts);
          const done = await outcome(createCorrection(lead, input), REJECTIONS);
          expect(preview?.effect.days).toEqual(done?.effect.days);
          expect(preview?.effect.tickets).toEqual(done?.effect.tickets);
          if (done) {
            created += 1;
            await expectLaws(people, ids);
            const touched = new Set(done.correction.items.map(({ timerId }) => timerId));
            known.push({ id: done.correction.id, before: new Map([...before].filter(([id]) => touched.has(id))) });
          }
        }
      }
    }),
    { numRuns: scaled(12, 40) },
  );
  expect(created).toBeGreaterThan(scaled(5, 10));
  expect(reverted).toBeGreaterThan(2);
}, 300_000);
