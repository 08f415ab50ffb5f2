import type { NotificationKind } from '#/lib/jobs/notification-kind-schemas.ts';

/** The name of each kind of notification in the settings; `scope` is the permission needed to ever get one. */
export const KIND_LABELS: Record<NotificationKind, { name: string; scope?: string }> = {
  long_run: { name: 'A timer runs for a long time' },
  absence: { name: 'You were away while a timer ran' },
  after_hours: { name: 'A timer runs after your working hours' },
  capped: { name: 'A timer was stopped by the cap' },
  phase_ended: { name: 'A phase or a countdown is over' },
  corrected: { name: 'Your time was corrected' },
  time_imported: { name: 'Your time was imported' },
  correction_proposed: { name: 'A member proposes a correction', scope: 'admin:corrections' },
  proposal_decided: { name: 'Your proposed correction was accepted or declined' },
  week_submitted: { name: 'A week is waiting for approval', scope: 'weeks:approve' },
  week_decided: { name: 'Your week was approved or returned' },
  export_finished: { name: 'Your export is ready' },
  alert: { name: 'The service needs attention', scope: 'operations:read' },
  worklogs_paused: { name: 'Worklogs were paused', scope: 'workspace:manage' },
  endpoint_disabled: { name: 'A webhook was disabled', scope: 'endpoints:manage' },
};
