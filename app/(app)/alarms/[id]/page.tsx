import type { Metadata } from 'next';
import { decodeRouteParameter } from '#/app/_server/route-parameter.ts';
import { AlarmsPage } from '#/app/(app)/alarms/alarms-page.tsx';

export const metadata: Metadata = { title: 'Alarms' };

export default async function Page({ params, searchParams }: PageProps<'/alarms/[id]'>) {
  return <AlarmsPage query={await searchParams} id={decodeRouteParameter((await params).id)} />;
}
