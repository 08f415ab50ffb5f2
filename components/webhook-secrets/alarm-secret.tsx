'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SettingsSection } from '#/components/settings/settings-section.tsx';
import { Button } from '#/components/ui/button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { RotateSecret } from '#/components/webhook-secrets/rotate-secret.tsx';
import { ShownSecret } from '#/components/webhook-secrets/shown-secret.tsx';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { useLive, useMay } from '#/lib/client/live/use-live.tsx';
import { alarmSecretQuery, WEBHOOK_SECRETS_KEY } from '#/lib/client/webhook-secrets/webhook-secret-queries.ts';

type Props = { rotate: (overlap: string) => Promise<FormOutcome> };

/** The secret that signs the workspace's alarms, shown on request, and rotated. */
export function AlarmSecret({ rotate }: Props) {
  const mayManage = useMay('workspace:manage');
  return (
    <SettingsSection
      id="alarm-secret"
      title="Alarm secret"
      about="Alarms that call a URL are signed with it. Receivers verify them with any Standard Webhooks library."
    >
      {mayManage ? (
        <SecretAndRotation rotate={rotate} />
      ) : (
        <p className="text-text-3">Only admins can see and rotate the secret.</p>
      )}
    </SettingsSection>
  );
}

function SecretAndRotation({ rotate }: Props) {
  const { http } = useLive();
  const client = useQueryClient();
  const [isShown, setShown] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery(alarmSecretQuery(http, isShown));
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide secret' : 'Show secret'}
        </Button>
        <Button size="sm" onClick={() => setOpen(true)}>
          Rotate secret…
        </Button>
      </div>
      {isShown && !data && error && <ListError noun="secret" error={error} size="part" />}
      {isShown && data && <ShownSecret {...data} />}
      {isOpen && (
        <RotateSecret
          signed="Alarms"
          rotate={rotate}
          onRotated={() => client.invalidateQueries({ queryKey: WEBHOOK_SECRETS_KEY })}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) setShown(true);
          }}
        />
      )}
    </>
  );
}
