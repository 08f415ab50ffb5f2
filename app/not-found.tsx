import type { Metadata } from 'next';
import { BrandMark } from '#/components/ui/brand-mark.tsx';
import { plainButtonClass } from '#/components/ui/plain-button-class.ts';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-start gap-4 p-8">
      <BrandMark />
      <h1 className="text-xl font-semibold">Page not found</h1>
      <p className="text-text-2">The address may be wrong, or the page was removed.</p>
      {/* Not a Link: its code would be loaded with every page, since any of them may have to show this one. */}
      <a href="/" className={plainButtonClass}>
        Go to Today
      </a>
    </main>
  );
}
