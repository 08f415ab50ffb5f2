import { ticketActions } from '#/components/tickets/use-ticket-actions.ts';
import { undoToasts } from '#/components/timers/undo-toasts.ts';
import { EntryMutations } from '#/lib/client/entries/entry-mutations.ts';
import { isSameSpans, spansOf } from '#/lib/client/entries/span-bodies.ts';
import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import type { SubjectChange } from '#/lib/client/entries/typed-subject.ts';
import { REVIEW_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TicketResponseJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Result of a form for an entry. `saved` is the server's state: it differs from `before` if only a part was saved. */
export type EntryEdit = {
  before: TimerJson;
  saved: TimerJson;
  subject: SubjectChange;
  /** Null if they are unchanged. */
  spans: SpanBody[] | null;
  onSaved: (timer: TimerJson) => void;
};

/** Actions on recorded time; each can be undone from its toast. */
export function entryActions(live: Live, style: TimeStyle) {
  const { mutations, clock } = live;
  const entryMutations = new EntryMutations(mutations, live.http);
  const length = (timer: TimerJson) => formatDuration(elapsedMs(timer, clock.now()));
  const { rejected, show, showAtOnce } = undoToasts(live, style);

  return {
    /** Rejects, so that the form can show the reason. */
    async add(draft: TimerDraft, spans: SpanBody[]): Promise<void> {
      const { timer } = await entryMutations.add(draft, spans);
      const toast = { icon: 'plus', lead: `Added ${length(timer)}.`, text: timerName(timer) } as const;
      show(toast, () => mutations.change(timer, 'discard'));
    },

    /** Rejects, so that the form can show the reason; `onSaved` is called with what was saved: the times go first. */
    async edit({ before, saved, subject, spans, onSaved }: EntryEdit): Promise<void> {
      const was = spansOf(before);
      const isOther = Object.keys(subject).length > 0;
      let timer = saved;
      const onTimes = (timed: TimerJson) => {
        timer = timed;
        onSaved(timed);
      };
      try {
        if (spans || isOther) ({ timer } = await entryMutations.save(saved, { spans, subject }, onTimes));
      } catch (error) {
        if (timer !== saved) live.updates.apply(timer);
        throw error;
      }
      if (timer === before) return;
      const change = !isOther && `${length(before)} is now ${length(timer)}.`;
      show({ icon: 'check', lead: `Saved ${timerName(timer)}.`, ...(change && { text: change }) }, async () => {
        const back = isOther ? (await entryMutations.restoreSubject(timer, before)).timer : timer;
        if (!isSameSpans(spansOf(back), was)) await entryMutations.setSpans(back, was);
        if (before.needs_review) await live.client.invalidateQueries({ queryKey: REVIEW_KEY });
      });
    },

    /** Rejects, so that the form can show the reason. */
    async split(before: TimerJson, at: number): Promise<void> {
      const { timer, second } = await entryMutations.split(before, at);
      const text = `${length(timer)} and ${length(second)}`;
      show({ icon: 'split', lead: `Split ${timerName(timer)}:`, text }, () => entryMutations.merge(timer, second));
    },

    /** Shown and announced at once. */
    merge(timer: TimerJson, other: TimerJson): void {
      const whole = formatDuration(elapsedMs(timer, clock.now()) + elapsedMs(other, clock.now()));
      const text = `${whole}, with the time of ${timerName(other)}`;
      const toast = { icon: 'merge', lead: `Merged into ${timerName(timer)}:`, text } as const;
      let isSeparate = false;
      showAtOnce(entryMutations.merge(timer, other), toast, async ({ timer: merged, merged: gone }) => {
        if (!isSeparate) await entryMutations.setSpans(merged, spansOf(timer));
        isSeparate = true;
        await entryMutations.restore(other, gone);
      });
    },

    /** First requests whether it is pinned: this page only knows that for a few tickets. */
    async pin({ id }: { id: string }): Promise<void> {
      const ticketRequest = live.http.send<TicketResponseJson>(`/tickets/${id}`);
      await ticketRequest.then(({ ticket }) => ticketActions(live).pin(ticket), rejected);
    },

    /** As with `merge`. */
    remove(timer: TimerJson): void {
      const lead = timer.ended_at === null ? 'Discarded.' : 'Deleted.';
      const toast = { icon: 'discard', lead, text: `${timerName(timer)}, ${length(timer)}` } as const;
      showAtOnce(mutations.change(timer, 'discard'), toast, ({ timer: gone }) => entryMutations.restore(timer, gone));
    },
  };
}
