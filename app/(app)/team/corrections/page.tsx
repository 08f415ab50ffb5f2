import type { Metadata } from 'next';
import { CorrectionsPage } from '#/app/(app)/team/corrections/corrections-page.tsx';

export const metadata: Metadata = { title: 'Corrections' };

export default function Page() {
  return <CorrectionsPage timerId={null} />;
}
