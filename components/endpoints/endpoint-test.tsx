'use client';

import { useState } from 'react';
import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import { formatElapsed } from '#/components/alarms/format-alarm.ts';
import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CodeBlock } from '#/components/ui/code-block.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import type { EndpointTestJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

type Props = { id: string } & Pick<EndpointActions, 'test'>;

/** Sends a ping and shows the receiver's response. */
export function EndpointTest({ id, test }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [response, setResponse] = useState<EndpointTestJson | string | null>(null);
  const send = async () => {
    setBusy(true);
    setResponse(null);
    const outcome = await test(id).catch(() => UNREACHABLE);
    setResponse(outcome.ok ? outcome.value : (outcome.message ?? 'Couldn’t send it. Try again.'));
    setBusy(false);
  };
  return (
    <section aria-label="Test" className="border-t border-line px-4 py-4 md:px-6">
      <div className="flex items-center gap-4">
        <h4 className="font-semibold">Test</h4>
        <span className="text-text-3">
          an event of type <code className="font-mono text-xs">ping</code>
        </span>
        <Button size="sm" className="ml-auto" busy={isBusy} busyLabel="Sending…" onClick={() => void send()}>
          Send test
        </Button>
      </div>
      <div role="status" className="mt-2 empty:hidden">
        {typeof response === 'string' && <p className="text-danger">{response}</p>}
        {typeof response === 'object' && response && <TestResponse response={response} />}
      </div>
    </section>
  );
}

function TestResponse({ response }: { response: EndpointTestJson }) {
  const { delivered, duration_ms, address, detail, response_excerpt } = response;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-2">
        <StateLabel icon={delivered ? 'delivered' : 'dead'} tone={delivered ? 'plain' : 'danger'}>
          {formatAttemptResult(response)}
        </StateLabel>
        <span className="text-text-3">
          {[formatElapsed(duration_ms), address && `from ${address}`].filter(Boolean).join(', ')}
        </span>
      </div>
      {detail && <p className="text-text-2">{detail}</p>}
      {response_excerpt && <CodeBlock>{response_excerpt}</CodeBlock>}
    </>
  );
}
