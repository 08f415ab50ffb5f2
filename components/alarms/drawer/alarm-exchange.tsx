'use client';

import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import { toCurl } from '#/components/alarms/drawer/to-curl.ts';
import { requestBody, requestCall, requestHeaders } from '#/components/alarms/form/alarm-request.ts';
import { formatElapsed } from '#/components/alarms/format-alarm.ts';
import { CodeBlock } from '#/components/ui/code-block.tsx';
import { CopyButton } from '#/components/ui/copy-button.tsx';
import { BoxTab, TabBox } from '#/components/ui/tabs.tsx';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { AttemptJson } from '#/lib/alarms/attempts/attempt-schemas.ts';

const panel = 'mt-2 focus-visible:outline-offset-4';

type AlarmExchangeProps = { alarm: AlarmJson; attempts: AttemptJson[] };

/** The request and its response. */
export function AlarmExchange({ alarm, attempts }: AlarmExchangeProps) {
  const isEvent = alarm.output_mode === 'event';
  const headers = Object.entries(requestHeaders(alarm)).map(([name, value]) => `${name}: ${value}`);
  return (
    <section aria-label="Request and response" className="border-t border-line px-4 py-4 md:px-6">
      <Tabs.Root defaultValue="request">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <TabBox aria-label="Part">
            <BoxTab value="request">{isEvent ? 'Payload' : 'Request'}</BoxTab>
            <BoxTab value="response">Response</BoxTab>
            {!isEvent && <BoxTab value="headers">Headers</BoxTab>}
          </TabBox>
          {alarm.url !== null && <CopyButton what="as cURL" text={toCurl(requestCall(alarm))} showsLabel />}
        </div>
        <Tabs.Content value="request" className={panel}>
          <Body text={requestBody(alarm)} none="Sent without a body." />
        </Tabs.Content>
        <Tabs.Content value="response" className={panel}>
          <Responses attempts={attempts} />
        </Tabs.Content>
        <Tabs.Content value="headers" className={panel}>
          <CodeBlock>{headers.join('\n')}</CodeBlock>
        </Tabs.Content>
      </Tabs.Root>
      {!isEvent && (
        <p className="mt-2 text-xs text-text-3">
          Signed in <code className="font-mono">webhook-signature: v1,…</code>, following Standard Webhooks
        </p>
      )}
    </section>
  );
}

function Responses({ attempts }: { attempts: AttemptJson[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const attempt = attempts.find((one) => one.attempt === chosen) ?? attempts.at(-1);
  if (!attempt) return <p className="text-text-3">Nothing sent yet.</p>;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-2">
        {attempts.length > 1 && (
          <select
            aria-label="Response to"
            value={attempt.attempt}
            onChange={(event) => setChosen(Number(event.target.value))}
            className="h-7 rounded-md border border-line-control bg-surface px-1 pointer-coarse:h-11"
          >
            {attempts.map((one) => (
              <option key={one.attempt} value={one.attempt}>
                Attempt {one.attempt}
              </option>
            ))}
          </select>
        )}
        <span className="font-medium">{formatAttemptResult(attempt)}</span>
        <span className="text-text-3">
          {[formatElapsed(attempt.duration_ms), attempt.address && `from ${attempt.address}`]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      <Body
        text={attempt.response_excerpt}
        none={attempt.detail ?? (attempt.status_code === null ? 'There was no response.' : 'The response had no body.')}
      />
    </>
  );
}

function Body({ text, none }: { text: string | null; none: string }) {
  return text ? <CodeBlock>{indented(text)}</CodeBlock> : <p className="text-text-3">{none}</p>;
}

/** JSON, indented; other text is unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
