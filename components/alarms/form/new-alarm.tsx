'use client';

import { Modal } from '#/components/ui/dialog/modal.tsx';
import { LazyForm } from '#/components/ui/form/lazy-form.tsx';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

// Its schema is more script than the whole list.
const FORM = new LazyModule(() =>
  import('#/components/alarms/form/new-alarm-form.tsx').then((part) => part.NewAlarmForm),
);

type NewAlarmProps = {
  /** The alarm to duplicate; null for an empty form. */
  like: AlarmJson | null;
  onCreated: (id: string) => void;
  onClose: () => void;
};

/** The form for a new alarm. */
export function NewAlarm({ like, onCreated, onClose }: NewAlarmProps) {
  return (
    <Modal title={like ? 'Duplicate alarm' : 'New alarm'} size="lg" onClose={onClose}>
      <LazyForm form={FORM} formProps={{ like, onCreated }} onMissing={onClose} />
    </Modal>
  );
}
