import type { useAccountActions } from '#/components/settings/account-actions.tsx';
import type { EditSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { notifyOtherTabs } from '#/lib/client/live/other-tabs.ts';

export type SettingsWriter = Pick<ReturnType<typeof useAccountActions>, 'editSettings'> & Pick<Live, 'me' | 'toasts'>;

/** Saves a change of the account's settings. It applies on this page at once, and in other tabs when it is saved. */
export async function saveSettings(
  { editSettings, me }: Omit<SettingsWriter, 'toasts'>,
  change: EditSettingsInput,
): Promise<FormOutcome> {
  const { pomodoro, ...rest } = change;
  const whole = pomodoro && { pomodoro: { ...me.current().user.pomodoro, ...pomodoro } };
  const rollBack = me.preview({ ...rest, ...whole });
  const outcome = await editSettings(change).catch(() => UNREACHABLE);
  if (outcome.ok) notifyOtherTabs();
  else rollBack();
  return outcome;
}

/** The same for menus and notices, which have no place to show an error. */
export async function saveOrToast(writer: SettingsWriter, change: EditSettingsInput): Promise<void> {
  const outcome = await saveSettings(writer, change);
  if (outcome.ok) return;
  const text = outcome.message ?? Object.values(outcome.fields)[0] ?? 'Try again.';
  writer.toasts.show({ icon: 'warning', lead: 'Not saved.', text });
}
