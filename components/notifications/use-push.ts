'use client';

import { useEffect, useState } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { findPushState, type PushState, switchPushOff, switchPushOn } from '#/lib/client/notifications/push-device.ts';

type TestResponse = {
  test: { outcome: 'sent' | 'gone' | 'rejected' | 'failed'; detail: string };
  server_time: string;
};

/** Push messages in this browser: their state, a switch, and a test. */
export function usePush() {
  const { http } = useLive();
  const [state, setState] = useState<PushState>({ kind: 'off' });
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let isShown = true;
    findPushState(http).then(
      (found) => isShown && setState(found),
      (error: Error) => isShown && setText(error.message),
    );
    return () => {
      isShown = false;
    };
  }, [http]);

  async function toggle(isOn: boolean): Promise<void> {
    setText('');
    try {
      if (isOn) setState(await switchPushOn(http));
      else if (state.kind === 'on') setState(await switchPushOff(http, state.id));
    } catch (error) {
      setText(error instanceof Error ? error.message : String(error));
    }
  }

  async function test(): Promise<void> {
    if (state.kind !== 'on') return;
    setBusy(true);
    setText('');
    try {
      const path = `/me/push-subscriptions/${state.id}/test` as const;
      const { test: sent } = await http.send<TestResponse>(path, { method: 'POST' });
      setText(sent.outcome === 'sent' ? 'Sent. It should appear in a moment.' : sent.detail);
      if (sent.outcome === 'gone') setState({ kind: 'off' });
    } catch (error) {
      setText(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return { state, text, isBusy, toggle: (isOn: boolean) => void toggle(isOn), test: () => void test() };
}
