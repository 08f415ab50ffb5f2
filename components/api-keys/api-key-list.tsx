'use client';

import { useEffect, useRef, useState } from 'react';
import { EditApiKey } from '#/components/api-keys/edit-api-key.tsx';
import { formatScopes } from '#/components/api-keys/format-scopes.ts';
import { RevokeApiKey } from '#/components/api-keys/revoke-api-key.tsx';
import { formatAgo, formatDate, formatInstant } from '#/components/settings/format-when.ts';
import { Button } from '#/components/ui/button.tsx';
import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { useTimeStyle } from '#/lib/client/live/use-live.tsx';
import type { Permission } from '#/lib/context/roles/role.ts';

type Props = {
  keys: ApiKey[];
  now: Date;
  /** The person's own permissions. */
  scopes: readonly Permission[];
  edit: (form: FormData) => Promise<FormOutcome>;
  revoke: (form: FormData) => Promise<FormOutcome>;
};

/** The user's API keys, each with its name, scopes and last use. */
export function ApiKeyList({ keys, now, scopes, edit, revoke }: Props) {
  const [dialog, setDialog] = useState<ApiKey | null>(null);
  const [edited, setEdited] = useState<ApiKey | null>(null);
  const [revokedId, setRevokedId] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const style = useTimeStyle();

  useEffect(() => {
    // The row of a revoked key, with its focused button, is gone by now.
    if (revokedId && !keys.some((key) => key.id === revokedId)) list.current?.focus();
  }, [keys, revokedId]);

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {keys.length === 0 ? (
        <p className="text-text-3">No keys yet. A program needs one to use the API as you.</p>
      ) : (
        <table className="w-full table-fixed border-collapse text-left">
          <ApiKeyHead />
          <tbody>
            {keys.map((key) => (
              <ApiKeyRow
                key={key.id}
                apiKey={key}
                now={now}
                onEdit={() => setEdited(key)}
                onRevoke={() => setDialog(key)}
              />
            ))}
          </tbody>
        </table>
      )}
      {edited && <EditApiKey apiKey={edited} now={now} scopes={scopes} action={edit} onClose={() => setEdited(null)} />}
      {dialog && (
        <RevokeApiKey
          apiKey={dialog}
          formatUsed={formatAgo(dialog.lastUsedAt, now, style)}
          action={revoke}
          onClose={(isRevoked) => {
            setDialog(null);
            if (isRevoked) setRevokedId(dialog.id);
          }}
        />
      )}
    </div>
  );
}

function ApiKeyHead() {
  return (
    <thead>
      <tr className="border-b border-line text-xs text-text-3 [&>th]:h-8 [&>th]:pr-3 [&>th]:pb-2 [&>th]:font-medium">
        <th scope="col">Name</th>
        <th scope="col" className="hidden w-[116px] md:table-cell">
          Key
        </th>
        <th scope="col" className="hidden md:table-cell">
          Permissions
        </th>
        <th scope="col" className="hidden w-[104px] lg:table-cell">
          Expires
        </th>
        <th scope="col" className="w-[104px]">
          Last used
        </th>
        <th scope="col" className="w-16">
          <span className="sr-only">Revoke</span>
        </th>
      </tr>
    </thead>
  );
}

type RowProps = { apiKey: ApiKey; now: Date; onEdit: () => void; onRevoke: () => void };

function ApiKeyRow({ apiKey, now, onEdit, onRevoke }: RowProps) {
  const style = useTimeStyle();
  const { name, prefix, scopes, expiresAt, lastUsedAt } = apiKey;
  const text = formatScopes(scopes);
  return (
    <tr className="border-b border-line [&>td]:py-2 [&>td]:pr-3 [&>td]:align-top">
      <td className="relative">
        {expiresAt && expiresAt <= now ? (
          <span className="block truncate font-medium">{name}</span>
        ) : (
          <button
            type="button"
            aria-label={`Edit ${name}`}
            onClick={onEdit}
            className="block max-w-full truncate rounded-sm text-left font-medium hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-0"
          >
            {name}
          </button>
        )}
        {prefix && <span className="block font-mono text-xs break-all text-text-2 md:hidden">{prefix}…</span>}
        <span className="block text-xs text-text-2 md:hidden">{text}</span>
        <span className="block text-xs text-text-3 lg:hidden">
          {(!expiresAt || expiresAt > now) && 'expires '}
          <Expiry at={expiresAt} now={now} />
        </span>
      </td>
      <td className="hidden font-mono text-xs leading-5 text-text-2 md:table-cell">{prefix && `${prefix}…`}</td>
      <td className="hidden text-text-2 md:table-cell">{text}</td>
      <td className="hidden text-text-3 lg:table-cell">
        <Expiry at={expiresAt} now={now} />
      </td>
      <td className="text-text-3" title={lastUsedAt ? formatInstant(lastUsedAt, style) : undefined}>
        {formatAgo(lastUsedAt, now, style)}
      </td>
      <td className="text-right">
        <Button variant="ghost" size="sm" className="-my-1 px-1" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </td>
    </tr>
  );
}

function Expiry({ at, now }: { at: Date | null; now: Date }) {
  const style = useTimeStyle();
  if (!at) return 'never';
  const text = formatDate(at, now, style);
  return (
    <span title={formatInstant(at, style)} className={at <= now ? 'font-medium text-warn' : undefined}>
      {at <= now ? `expired ${text}` : text}
    </span>
  );
}
