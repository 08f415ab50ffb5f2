import type { Metadata } from 'next';
import { AlarmsPage } from '#/app/(app)/alarms/alarms-page.tsx';

export const metadata: Metadata = { title: 'Alarms' };

export default async function Page({ searchParams }: PageProps<'/alarms'>) {
  return <AlarmsPage query={await searchParams} id={null} />;
}
