'use client';

import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { AlarmActions } from '#/components/alarms/drawer/alarm-actions.tsx';
import { AlarmDrawerHead } from '#/components/alarms/drawer/alarm-drawer-head.tsx';
import { AlarmExchange } from '#/components/alarms/drawer/alarm-exchange.tsx';
import { AlarmFacts } from '#/components/alarms/drawer/alarm-facts.tsx';
import { AttemptTimeline } from '#/components/alarms/drawer/attempt-timeline.tsx';
import { alarmName, formatAlarmState } from '#/components/alarms/format-alarm.ts';
import { useAlarmSource } from '#/components/alarms/use-alarm-source.ts';
import { Drawer } from '#/components/ui/dialog/drawer.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { attemptsQuery, isWhole, type ListedAlarm } from '#/lib/client/alarms/alarm-queries.ts';
import { useLive, useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';

type AlarmDrawerProps = {
  /** Until it is loaded, only the fields known from the list. */
  alarm: AlarmJson | ListedAlarm;
  /** Why it could not be loaded completely. */
  error: Error | null;
  /** Counts openings by key: then it takes the focus. */
  focusRequest: number;
  keyNames: Readonly<Record<string, string>>;
  onDuplicate: (alarm: AlarmJson) => void;
  onClose: () => void;
};

/** One alarm: its state, actions, request and attempts. */
export function AlarmDrawer({ alarm, error, focusRequest, keyNames, onDuplicate, onClose }: AlarmDrawerProps) {
  const attempts = useQuery(attemptsQuery(useAlarmSource(), alarm.id)).data?.attempts ?? null;
  const mayWrite = useMay('alarms:write');
  const heading = useRef<HTMLHeadingElement>(null);
  const whole = isWhole(alarm) ? alarm : null;
  const duplicate = useMemo(() => whole && (() => onDuplicate(whole)), [whole, onDuplicate]);
  const focus = useFocus(heading, alarm, focusRequest);
  useStateText(alarm);
  useShortcuts(useMemo(() => ({ escape: onClose }), [onClose]));
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    onClose();
  };
  return (
    <Drawer label={`Alarm ${alarmName(alarm)}`} onKeyDown={handleKey} {...focus}>
      <header className="px-4 pt-4 pb-4 md:px-6">
        <AlarmDrawerHead alarm={alarm} attempts={attempts} heading={heading} onClose={onClose} />
        {mayWrite && <AlarmActions key={alarm.id} alarm={alarm} onDuplicate={duplicate} />}
      </header>
      <AlarmFacts alarm={alarm} keyNames={keyNames} />
      {(attempts || !error) && <AttemptTimeline alarm={alarm} attempts={attempts} />}
      {error && !whole && (
        <div className="border-t border-line px-4 py-4 md:px-6">
          <ListError noun="attempts" error={error} size="part" />
        </div>
      )}
      {whole && <AlarmExchange key={alarm.id} alarm={whole} attempts={attempts ?? []} />}
    </Drawer>
  );
}

/**
 * Moves the focus to the name when it is opened by a key, fills a phone, or the focused button is gone with the old
 * state.
 */
function useFocus(heading: { current: HTMLElement | null }, alarm: ListedAlarm, focusRequest: number) {
  useEffect(() => {
    const isPage = window.matchMedia('(max-width: 767px)').matches;
    if (focusRequest > 0 || isPage) heading.current?.focus({ preventScroll: !isPage });
  }, [heading, focusRequest]);
  const state = alarm.status;
  const hadFocus = useRef(false);
  const before = useRef({ id: alarm.id, state });
  useEffect(() => {
    const { id, state: last } = before.current;
    before.current = { id: alarm.id, state };
    const hasLost = hadFocus.current && document.activeElement === document.body;
    if (id === alarm.id && last !== state && hasLost) heading.current?.focus({ preventScroll: true });
  }, [heading, alarm.id, state]);
  return {
    onFocusCapture: () => {
      hadFocus.current = true;
    },
    onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) hadFocus.current = false;
    },
  };
}

/** Announces changes of the open alarm. */
function useStateText(alarm: ListedAlarm): void {
  const { announcer } = useLive();
  const text = formatAlarmState(alarm);
  const before = useRef({ id: alarm.id, text });
  useEffect(() => {
    const { id, text: last } = before.current;
    before.current = { id: alarm.id, text };
    if (id === alarm.id && last !== text) announcer.announce(`${alarmName(alarm)}: ${text}`);
  }, [alarm, text, announcer]);
}
