import '#/components/reference/reference.css';
import type { Metadata } from 'next';
import Link from 'next/link';
import { findActor } from '#/app/_server/require-actor.ts';
import { PageHead } from '#/components/layout/page-head.tsx';
import { ApiReference } from '#/components/reference/api-reference.tsx';
import { REDOC_VERSION } from '#/components/reference/redoc-version.ts';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';

export const metadata: Metadata = { title: 'API reference' };

const DOCUMENT = '/api/v1/openapi.json';

/**
 * The API reference. Open to everyone, as the OpenAPI document is; loads nothing from other servers. Signed-in people
 * read it inside the app, with its navigation and their timer.
 */
export default async function ReferencePage() {
  const reference = (
    <>
      <ApiReference document={DOCUMENT} script={`/docs/redoc.js?v=${REDOC_VERSION}`} />
      <noscript>
        <p className="p-6 text-base text-text-2">The reference needs JavaScript. Turn it on, or read openapi.json.</p>
      </noscript>
    </>
  );
  const document = (
    <a
      href={DOCUMENT}
      className="shrink-0 text-sm text-text-2 underline underline-offset-2 hover:text-text pointer-coarse:py-3"
    >
      openapi.json
    </a>
  );
  if (await findActor()) {
    return (
      <>
        <PageHead title="API reference">
          {document}
          <TimerStrip />
        </PageHead>
        <div className="api-reference">{reference}</div>
      </>
    );
  }
  return (
    <>
      <header className="sticky top-0 z-10 flex h-14 items-center gap-4 border-b border-line bg-surface px-4 md:h-12">
        <Link href="/" className="text-base font-semibold text-text">
          Timer Service
        </Link>
        <h1 className="mr-auto text-base text-text-2">API reference</h1>
        {document}
      </header>
      <main className="api-reference">{reference}</main>
    </>
  );
}
