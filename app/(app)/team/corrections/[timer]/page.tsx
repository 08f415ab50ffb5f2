import type { Metadata } from 'next';
import { CorrectionsPage } from '#/app/(app)/team/corrections/corrections-page.tsx';

export const metadata: Metadata = { title: 'Corrections' };

export default async function Page({ params }: PageProps<'/team/corrections/[timer]'>) {
  return <CorrectionsPage timerId={(await params).timer} />;
}
