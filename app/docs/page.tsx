import '#/app/docs/reference.css';
import type { Metadata } from 'next';
import Link from 'next/link';
import { ApiReference } from '#/app/docs/api-reference.tsx';
import { REDOC_VERSION } from '#/app/docs/redoc-version.ts';

export const metadata: Metadata = { title: 'API reference' };

const DOCUMENT = '/api/v1/openapi.json';

/** The API as the document describes it. Open to everybody, as the document is; nothing in it comes from elsewhere. */
export default function ReferencePage() {
  return (
    <>
      <header className="sticky top-0 z-10 flex h-12 items-center gap-4 border-b border-line bg-surface px-4">
        <Link href="/" className="text-base font-semibold text-text">
          Timer Service
        </Link>
        <span className="text-base text-text-2">API reference</span>
        <a href={DOCUMENT} className="ml-auto text-sm text-text-2 underline underline-offset-2 hover:text-text">
          openapi.json
        </a>
      </header>
      <main className="api-reference">
        <ApiReference document={DOCUMENT} script={`/docs/redoc.js?v=${REDOC_VERSION}`} />
        <noscript>
          <p className="p-6 text-base text-text-2">The reference needs JavaScript. The document itself does not.</p>
        </noscript>
      </main>
    </>
  );
}
