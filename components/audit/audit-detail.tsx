'use client';

import { type ReactNode, useId } from 'react';
import type { FormattedAuditEvent } from '#/lib/client/audit/format-audit-event.ts';
import { timerHref } from '#/lib/client/corrections/correction-queries.ts';
import { useMay } from '#/lib/client/live/use-live.tsx';
import type { EventJson } from '#/lib/feed/events/event-schemas.ts';

/** All details of an entry: each fact before and after, the reason, and the ids to look it up elsewhere. */
export function AuditDetail({ event, line }: { event: EventJson; line: FormattedAuditEvent }) {
  const mayCorrect = useMay('admin:corrections');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-4 bg-sunken px-4 py-3 md:px-8 lg:grid-cols-[minmax(0,1fr)_320px]">
      {line.changes.length > 0 ? (
        <Changes line={line} />
      ) : (
        <p className="text-text-2">
          {line.isUntouched ? 'Nothing changed.' : 'The values before and after weren’t recorded.'}
        </p>
      )}
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] content-start gap-x-3 gap-y-1">
        {line.reason && <Fact name="Reason">{line.reason}</Fact>}
        <Fact name="Source">{line.from}</Fact>
        <Fact name="By">
          <Id>{event.actor.id}</Id>
        </Fact>
        <Fact name="About">
          {line.about && <span className="block">{line.about}</span>}
          <Id>{event.subject_id}</Id>
        </Fact>
        {event.request_id && (
          <Fact name="Request">
            <Id>{event.request_id}</Id>
          </Fact>
        )}
        <Fact name="Entry">
          <Id>{event.id}</Id>
        </Fact>
        {mayCorrect && event.type.startsWith('timer.') && (
          <Fact name="Timer">
            <a className="underline underline-offset-2" href={timerHref(event.subject_id)}>
              Open it in Corrections
            </a>
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Changes({ line }: { line: FormattedAuditEvent }) {
  const id = useId();
  return (
    <table aria-labelledby={id} className="w-full table-fixed border-separate border-spacing-0 self-start">
      <caption id={id} className="sr-only">
        Before and after
      </caption>
      <thead>
        <tr className="text-left text-xs text-text-3 *:border-b *:border-line *:p-0 *:pb-1 *:font-medium">
          <th scope="col" className="w-[28%]">
            What
          </th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {line.changes.map(({ key, name, before, after }) => (
          <tr key={key} className="align-top *:border-b *:border-line *:py-1 *:pr-3 *:pl-0">
            <th scope="row" className="text-left font-normal text-text-2">
              {name}
            </th>
            <td className="wrap-anywhere">{before || <None />}</td>
            <td className="wrap-anywhere">{after || <None />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function None() {
  return <span className="text-text-3">–</span>;
}

function Id({ children }: { children: string }) {
  return <code className="font-mono text-xs">{children}</code>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
