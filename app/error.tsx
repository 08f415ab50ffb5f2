'use client';

import { BrandMark } from '#/components/ui/brand-mark.tsx';
import { plainButtonClass } from '#/components/ui/plain-button-class.ts';

/** A page that could not be rendered: most often because the database does not respond. Timers run there, not here. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-start gap-4 p-8">
      <BrandMark />
      <h1 className="text-xl font-semibold">This page couldn’t be loaded</h1>
      <p className="max-w-prose text-text-2">
        Running timers aren’t affected and keep counting. Try again in a moment.
        {error.digest && ` If it keeps failing, send ${error.digest} to whoever runs this server.`}
      </p>
      <button type="button" className={plainButtonClass} onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}
