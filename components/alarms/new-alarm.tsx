'use client';

import { lazy, Suspense } from 'react';
import { Modal } from '#/components/ui/modal.tsx';
import { SkeletonBar } from '#/components/ui/skeleton-bar.tsx';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

// Its schema is more script than the whole list: it is loaded when somebody asks for the form.
const NewAlarmForm = lazy(() => import('#/components/alarms/new-alarm-form.tsx'));

type NewAlarmProps = {
  /** The alarm that it is to be like; null for an empty form. */
  like: AlarmJson | null;
  onMade: (id: string) => void;
  onClose: () => void;
};

/** The form for a new alarm. */
export function NewAlarm({ like, onMade, onClose }: NewAlarmProps) {
  return (
    <Modal title={like ? 'Replay as a new alarm' : 'New alarm'} size="lg" onClose={onClose}>
      <Suspense fallback={<FormSkeleton />}>
        <NewAlarmForm like={like} onMade={onMade} onCancel={onClose} />
      </Suspense>
    </Modal>
  );
}

function FormSkeleton() {
  return (
    <div aria-busy="true" className="grid animate-late gap-4">
      <span className="sr-only">Loading the form</span>
      <SkeletonBar className="h-8 w-44" />
      <SkeletonBar className="h-8 w-full" />
      <SkeletonBar className="h-8 w-full" />
      <SkeletonBar className="h-24 w-full" />
    </div>
  );
}
