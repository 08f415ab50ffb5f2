'use client';

import { useEffect, useRef } from 'react';
import { formatElapsed } from '#/components/alarms/format-alarm.ts';
import type { Content, End, Head, Problem, Result } from '#/components/reference/try/send-call.ts';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { CodeBlock } from '#/components/ui/code-block.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { Notice } from '#/components/ui/notice.tsx';
import { saveFile } from '#/lib/client/page/save-file.ts';

/** The effect of a second call after one that may have been applied: none, none for its key, or everything again. */
export type Repeat = 'reads' | 'keyed' | 'repeats';
type Props = { result: Result | null; repeat: Repeat };

const UNREACHABLE_ADVICE: Record<Repeat, string> = {
  reads: 'Check your connection, then send it again.',
  keyed: 'Check your connection, then send it again; nothing will be done twice.',
  repeats: 'Check your connection, then check whether it was done before you send it again.',
};
const BODY_LOST: Record<Repeat, string> = {
  reads: 'Send it again.',
  keyed: 'Send it again; nothing will be done twice.',
  repeats: 'The status says whether it was done.',
};
const STOPPED: Record<Repeat, string> = {
  reads: 'Stopped before there was a response.',
  keyed: 'Stopped before there was a response. It may have been done; sent again, it won’t be done twice.',
  repeats: 'Stopped before there was a response. It may have been done.',
};

/** The response, as far as it has arrived. */
export function TryResult({ result, repeat }: Props) {
  const place = useRef<HTMLElement>(null);
  const hasHead = result !== null && result.kind !== 'sending';
  useEffect(() => {
    if (hasHead) place.current?.scrollIntoView({ block: 'nearest' });
  }, [hasHead]);
  return (
    <section
      ref={place}
      aria-label="Response"
      className={classNames('grid gap-3 px-4 py-4 md:px-6', hasHead && 'border-t border-line')}
    >
      <p role="status" className={classNames('flex items-center gap-1.5 font-medium', !hasHead && 'sr-only')}>
        {result?.kind === 'sending' && 'Sending…'}
        {result?.kind === 'stopped' && STOPPED[repeat]}
        {result?.kind === 'received' && <StatusLine head={result.head} />}
      </p>
      {result?.kind === 'unreachable' && (
        <Notice tone="danger">Couldn’t reach the service. {UNREACHABLE_ADVICE[repeat]}</Notice>
      )}
      {result?.kind === 'received' && (
        <>
          {result.content && <Shown content={result.content} end={result.end} />}
          {result.content === null && result.end === 'stopped' && (
            <p className="text-text-2">Stopped before the body arrived.</p>
          )}
          {result.content === null && result.end === 'lost' && (
            <Notice tone="danger">The connection was lost before the body arrived. {BODY_LOST[repeat]}</Notice>
          )}
          <Headers headers={result.head.headers} />
        </>
      )}
    </section>
  );
}

function StatusLine({ head: { status, statusText, elapsedMs } }: { head: Head }) {
  const isError = status >= 400;
  return (
    <>
      <Icon name={isError ? 'warning' : 'check'} className={isError ? 'text-danger' : 'text-text-2'} />
      <span className={classNames(isError && 'text-danger')}>
        {status} {statusText}
      </span>{' '}
      <span className="font-normal text-text-2">after {formatElapsed(elapsedMs)}</span>
    </>
  );
}

function Shown({ content, end }: { content: Content; end: End | null }) {
  switch (content.kind) {
    case 'none':
      return <p className="text-text-2">The response has no body.</p>;
    case 'json':
      return (
        <>
          {content.problem && <ProblemText problem={content.problem} />}
          <CodeBlock>{content.text}</CodeBlock>
        </>
      );
    case 'events':
      return <Events {...content} end={end} />;
    case 'file':
      return <FileShown {...content} />;
  }
}

/** The readable part of an error, before its JSON. */
function ProblemText({ problem: { detail, errors } }: { problem: Problem }) {
  return (
    <div className="grid gap-1">
      <p className="wrap-anywhere">{detail}</p>
      {errors.length > 0 && (
        <ul className="pl-5 [list-style:disc] text-text-2">
          {errors.map((error) => (
            <li key={`${error.pointer} ${error.detail}`} className="wrap-anywhere">
              <code className="font-mono text-xs">{error.pointer}</code> {error.detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const STREAM_END: Record<End, string> = {
  whole: '. The stream has ended.',
  stopped: '. You stopped the stream.',
  lost: '. The connection was lost; send the call again to go on.',
};

function Events({ events, count, end }: { events: string[]; count: number; end: End | null }) {
  return (
    <>
      <p className="text-text-2">
        {count === 1 ? '1 event' : `${count} events`}, latest first{end && STREAM_END[end]}
      </p>
      {events.length > 0 && <CodeBlock>{events.join('\n\n')}</CodeBlock>}
    </>
  );
}

function FileShown({ blob, name, text }: { blob: Blob; name: string; text: string | null }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" icon="download" onClick={() => saveFile(blob, name)}>
          Download
        </Button>
        <span className="text-text-2">
          {name}, {blob.size.toLocaleString('en-US')} bytes
        </span>
      </div>
      {text !== null && <CodeBlock>{text}</CodeBlock>}
    </>
  );
}

function Headers({ headers }: { headers: [string, string][] }) {
  return (
    <dl className="grid gap-y-1 text-xs">
      {headers.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-text-3">{name}</dt>
          <dd className="min-w-0 font-mono wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
