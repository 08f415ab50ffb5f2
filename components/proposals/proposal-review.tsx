'use client';

import { type KeyboardEvent, useState } from 'react';
import { CompareRail } from '#/components/corrections/compare-rail.tsx';
import { EffectLine } from '#/components/corrections/effect-line.tsx';
import { usePreview } from '#/components/corrections/use-correction.ts';
import { useNames } from '#/components/corrections/use-names.ts';
import { useDecision } from '#/components/proposals/use-decision.ts';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Button } from '#/components/ui/button.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { draftOf } from '#/lib/client/corrections/correction-draft.ts';
import { formatEditError } from '#/lib/client/corrections/correction-errors.ts';
import { formatZonePlace } from '#/lib/client/corrections/format-correction.ts';
import { useIsOffline, useServerNow, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { dayTitle } from '#/lib/client/time/format-time.ts';
import { spanEnd } from '#/lib/client/timers/elapsed.ts';
import { contentChanges } from '#/lib/client/timers/timer-log.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { MAX_PROPOSAL_REASON_LENGTH } from '#/lib/tracking/corrections/correction.ts';
import type { OwnerJson } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import type { ProposalJson } from '#/lib/tracking/proposals/proposal-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Props = { proposal: ProposalJson; timer: TimerJson; owner: OwnerJson };

/** A correction proposed by a member, before and after on one timeline, its effect, and the decision. */
export function ProposalReview({ proposal, timer, owner }: Props) {
  const mine = useTimeStyle();
  const style = { ...mine, timeZone: owner.time_zone, dayStartHour: owner.day_start_hour };
  const now = useServerNow(MINUTE_MS);
  const isOffline = useIsOffline();
  const nameOf = useNames();
  const [note, setNote] = useState('');
  const { change } = proposal;
  const preview = usePreview({ timers: [{ ...change, timer_id: timer.id, version: timer.version }] });
  const decision = useDecision(proposal);
  const error = decision.error ?? preview.error;
  const canAccept = preview.effect !== null && !isOffline;
  const accept = () => canAccept && decision.accept(timer, note.trim());
  const about = preview.effect?.timers.flatMap(({ before, after }) => contentChanges(before, after)).filter(Boolean);
  const after = { ...timer, spans: change.spans ? proposal.after.spans : timer.spans };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    accept();
  };
  return (
    <section aria-label="Proposed correction" onKeyDown={handleKey} className="mb-10">
      <Head proposal={proposal} timer={timer} owner={owner} style={style} />
      {proposal.version !== timer.version && (
        <Notice tone="warn" className="mt-4">
          This timer has changed since the correction was proposed. The effect of accepting it now is shown below.
        </Notice>
      )}
      <div className="mt-6">
        <CompareRail before={recordedOf(timer, now)} draft={draftOf(after)} isGone={false} style={style} now={now} />
      </div>
      {about && about.length > 0 && <p className="mt-3 text-text-2">Changes {about.join(', ')}.</p>}
      <EffectLine
        effect={preview.effect}
        isAsked={!error}
        isOffline={isOffline}
        rejection={formatEditError(error, style, decision.error !== null)}
        notified={[]}
        nameOf={nameOf}
      />
      <div className="mt-3 flex items-start gap-2 max-md:flex-col max-md:items-stretch">
        <TextField
          label="Note"
          size="lg"
          className="grow"
          autoComplete="off"
          spellCheck
          maxLength={MAX_PROPOSAL_REASON_LENGTH}
          hint={`Sent to ${owner.name} with your decision. Required to decline.`}
          value={note}
          onChange={(event) => {
            decision.clearError();
            setNote(event.target.value);
          }}
        />
        <div className="flex gap-2 max-md:justify-end md:pt-6">
          <Button
            size="lg"
            disabled={note.trim() === '' || isOffline}
            busy={decision.isBusy === 'decline'}
            busyLabel="Declining…"
            onClick={() => decision.decline(note.trim())}
          >
            Decline
          </Button>
          <Button
            size="lg"
            variant="ink"
            keyLabel="⌘ ↵"
            disabled={!canAccept}
            busy={decision.isBusy === 'accept'}
            busyLabel="Accepting…"
            onClick={accept}
          >
            Accept
          </Button>
        </div>
      </div>
    </section>
  );
}

function Head({ proposal, timer, owner, style }: Props & { style: ReturnType<typeof useTimeStyle> }) {
  const started = Date.parse(timer.started_at);
  return (
    <header>
      <h2 className="text-lg font-semibold">
        {owner.name} proposes a correction, {dayTitle(dayIn(style, started), useToday().slice(0, 4))}
      </h2>
      <p className="text-text-2">
        {timer.ticket && <TicketKey className="mr-1.5">{timer.ticket.key}</TicketKey>}
        {timer.title || (!timer.ticket && timerName(timer))}
        <span className="text-text-3">, shown in {formatZonePlace(style, started)}</span>
      </p>
      <p className="mt-2">Reason: {proposal.reason}</p>
    </header>
  );
}

function recordedOf(timer: TimerJson, now: number) {
  return timer.spans.map((span) => {
    const from = Date.parse(span.started_at);
    return { from, to: Math.max(from, spanEnd(span, timer, now)) };
  });
}
