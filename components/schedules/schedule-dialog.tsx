'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scheduleName } from '#/components/schedules/format-schedule.ts';
import { Modal } from '#/components/ui/dialog/modal.tsx';
import { LazyForm } from '#/components/ui/form/lazy-form.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import type { ListedScheduleJson } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { scheduleQuery } from '#/lib/client/schedules/schedule-queries.ts';

const FORM = new LazyModule(() => import('#/components/schedules/schedule-form.tsx').then((part) => part.ScheduleForm));

type Props = {
  /** The one being edited; null for a new one. */
  schedule: ListedScheduleJson | null;
  zones: string[];
  onDone: (id: string) => void;
  onClose: () => void;
};

/** The form for a new schedule, or for an existing one. */
export function ScheduleDialog({ schedule, zones, onDone, onClose }: Props) {
  const shared = { zones, onDone };
  const [title] = useState(schedule ? `Edit ${scheduleName(schedule)}` : 'New schedule');
  return (
    <Modal title={title} size="lg" onClose={onClose}>
      {schedule ? (
        <EditForm id={schedule.id} shared={shared} onMissing={onClose} />
      ) : (
        <LazyForm form={FORM} formProps={{ schedule: null, ...shared }} onMissing={onClose} />
      )}
    </Modal>
  );
}

type Shared = { zones: string[]; onDone: (id: string) => void };

/** Headers and payload are not in the list: they are loaded. */
function EditForm({ id, shared, onMissing }: { id: string; shared: Shared; onMissing: () => void }) {
  const { data, isError, error } = useQuery({ ...scheduleQuery(useFetchApi(), id), staleTime: 0 });
  if (data) return <LazyForm form={FORM} formProps={{ schedule: data, ...shared }} onMissing={onMissing} />;
  if (isError) return <ListError noun="schedule" error={error} size="part" />;
  return (
    <p role="status" data-awaits-field>
      Loading the schedule…
    </p>
  );
}
