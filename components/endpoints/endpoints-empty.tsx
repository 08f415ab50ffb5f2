'use client';

import { useSyncExternalStore } from 'react';
import { firstEndpointCall } from '#/components/endpoints/format-endpoint.ts';
import { CodeBlock } from '#/components/ui/code-block.tsx';
import { CopyButton } from '#/components/ui/copy-button.tsx';

/** Says what webhooks are for, and how a program makes the first. */
export function EndpointsEmpty() {
  const origin = useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => '',
  );
  const call = firstEndpointCall(origin);
  return (
    <div className="max-w-[640px]">
      <p className="text-text-3">No webhooks yet. A webhook notifies your program of events here.</p>
      <div className="mt-4 mb-2 flex items-center justify-between">
        <h3 className="font-semibold">Create one with the API</h3>
        <CopyButton what="as cURL" text={call} showsWords />
      </div>
      <CodeBlock>{call}</CodeBlock>
    </div>
  );
}
