'use client';

import { useSyncExternalStore } from 'react';
import { CodeBlock } from '#/components/ui/code-block.tsx';
import { CopyButton } from '#/components/ui/copy-button.tsx';
import { firstCall } from '#/lib/api/openapi/call-samples.ts';

type Props = {
  /** The collection to add to, below `/api/v1`. */
  path: `/${string}`;
  body: object;
  heading: 'h2' | 'h3';
};

/** In an empty list: how a program creates the first entry, ready to copy. */
export function FirstCall({ path, body, heading: Heading }: Props) {
  const origin = useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => '',
  );
  const call = firstCall(origin, path, body);
  return (
    <>
      <div className="mb-2 flex items-center justify-between">
        <Heading className="font-semibold">Create one with the API</Heading>
        <CopyButton what="as cURL" text={call} showsLabel />
      </div>
      <CodeBlock>{call}</CodeBlock>
    </>
  );
}
