import { formatAttemptResult } from '#/components/alarms/drawer/format-attempt-result.ts';
import type { IconName } from '#/components/ui/icon.tsx';
import type { DeliveryJson } from '#/lib/webhooks/deliveries/delivery-schemas.ts';

type Shown = { icon: IconName; tone: 'plain' | 'warn' | 'danger'; label: string };

/** The state of a delivery, as a shape and a word. */
export function deliveryState({ status }: Pick<DeliveryJson, 'status'>): Shown {
  switch (status) {
    case 'delivered':
      return { icon: 'delivered', tone: 'plain', label: 'Delivered' };
    case 'dead':
      return { icon: 'dead', tone: 'danger', label: 'Failed' };
    case 'aborted':
      return { icon: 'discard', tone: 'plain', label: 'Aborted before it was sent' };
    case 'firing':
      return { icon: 'firing', tone: 'plain', label: 'Being sent' };
    case 'scheduled':
      return { icon: 'clock', tone: 'plain', label: 'Waiting' };
    case 'retrying':
      return { icon: 'retry', tone: 'warn', label: 'Retrying' };
  }
}

/** The receiver's last response; empty before the first attempt. */
export function formatLastAttempt({ last_attempt }: Pick<DeliveryJson, 'last_attempt'>): string | null {
  return last_attempt && formatAttemptResult(last_attempt);
}

/** Whether it can be resent: one in progress can't. */
export function canResend({ status }: Pick<DeliveryJson, 'status'>): boolean {
  return status !== 'firing' && status !== 'scheduled';
}
