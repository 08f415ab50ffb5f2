import type { Metadata } from 'next';
import Link from 'next/link';
import { BrandMark } from '#/components/ui/brand-mark.tsx';
import { buttonLook } from '#/components/ui/button.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-start gap-4 p-8">
      <BrandMark />
      <h1 className="text-xl font-semibold">There is no such page</h1>
      <p className="text-text-2">The address may be wrong, or what it led to is gone.</p>
      <Link href="/" className={buttonLook({ size: 'lg' })}>
        Go to Today
      </Link>
    </main>
  );
}
