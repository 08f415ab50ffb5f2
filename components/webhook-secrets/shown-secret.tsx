'use client';

import { formatInstant } from '#/components/settings/format-when.ts';
import { CopyButton } from '#/components/ui/copy-button.tsx';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { WebhookSecretJson } from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';

type Props = {
  secret: string;
  /** Earlier ones that also sign for a while. */
  previous: readonly WebhookSecretJson[];
};

/** A secret in full, to copy, and how long older ones still sign. */
export function ShownSecret({ secret, previous }: Props) {
  const style = useTimeStyle();
  return (
    <>
      <div className="mt-2 flex items-start gap-2">
        <code className="min-w-0 grow font-mono text-xs leading-6 break-all">{secret}</code>
        <CopyButton what="secret" text={secret} />
      </div>
      {previous.map(({ id, prefix, expires_at }) => (
        <p key={id} className="mt-1 text-xs text-text-3">
          <code className="font-mono">{prefix}…</code> also signs until{' '}
          {expires_at && formatInstant(new Date(expires_at), style)}
        </p>
      ))}
    </>
  );
}
