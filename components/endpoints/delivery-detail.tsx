'use client';

import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import { formatElapsed } from '#/components/alarms/format-alarm.ts';
import { CodeBlock } from '#/components/ui/code-block.tsx';
import { CopyButton } from '#/components/ui/copy-button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import type { AttemptJson } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { timeToTheSecond } from '#/lib/client/time/format-time.ts';
import type { DeliveryDetailJson } from '#/lib/webhooks/deliveries/delivery-schemas.ts';

/** The request, and the response to each attempt. */
export function DeliveryDetail({ delivery }: { delivery: DeliveryDetailJson }) {
  const { webhook_id, payload, attempt_log, attempts, max_attempts } = delivery;
  const text = JSON.stringify(payload, null, 2);
  return (
    <>
      <p className="flex items-center gap-1 text-xs text-text-3">
        <code className="min-w-0 truncate font-mono">{webhook_id}</code>
        <CopyButton what="webhook-id" text={webhook_id} />
      </p>
      <div>
        <div className="mb-1 flex items-center justify-between">
          <h5 className="text-xs font-medium text-text-3">Payload</h5>
          <CopyButton what="payload" text={text} />
        </div>
        <CodeBlock>{text}</CodeBlock>
      </div>
      <div>
        <h5 className="mb-1 text-xs font-medium text-text-3">
          Attempts, {attempts} of {max_attempts}
        </h5>
        {attempt_log.length === 0 && <p className="text-text-3">No attempts yet.</p>}
        <ol className="grid gap-2">
          {attempt_log.map((attempt) => (
            <Attempt key={`${attempt.attempt} ${attempt.started_at}`} attempt={attempt} />
          ))}
        </ol>
      </div>
    </>
  );
}

function Attempt({ attempt }: { attempt: AttemptJson }) {
  const style = useTimeStyle();
  const isDelivered = attempt.outcome === 'delivered';
  return (
    <li className="grid grid-cols-[16px_60px_minmax(0,1fr)_auto] gap-x-2">
      <Icon
        name={isDelivered ? 'delivered' : 'dead'}
        className={isDelivered ? 'mt-0.5 text-text-2' : 'mt-0.5 text-danger'}
      />
      <span className="text-text-3">{timeToTheSecond(Date.parse(attempt.started_at), style)}</span>
      <span className="min-w-0">
        {formatAttemptResult(attempt)}
        {!isDelivered && attempt.detail && <span className="block text-xs text-text-3">{attempt.detail}</span>}
      </span>
      <span className="text-text-3">{formatElapsed(attempt.duration_ms)}</span>
      {attempt.response_excerpt && (
        <div className="col-span-3 col-start-2 mt-1">
          <CodeBlock>{attempt.response_excerpt}</CodeBlock>
        </div>
      )}
    </li>
  );
}
