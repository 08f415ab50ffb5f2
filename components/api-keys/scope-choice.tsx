import { groupScopes } from '#/components/api-keys/scope-groups.ts';
import { FieldError } from '#/components/ui/form/text-field.tsx';
import { PERMISSION_LABELS, type Permission } from '#/lib/context/roles/role.ts';

/** What a key may do, by what it is about. */
export function ScopeChoice({ scopes, error }: { scopes: readonly Permission[]; error?: string }) {
  return (
    <fieldset aria-describedby={error && 'scopes-error'} className="grid gap-3">
      <legend className="mb-2 font-medium">Permissions</legend>
      <FieldError id="scopes-error" error={error} />
      {groupScopes(scopes).map((group) => (
        <div key={group.title} className="grid gap-1">
          <h3 className="text-xs font-medium text-text-3">{group.title}</h3>
          {group.scopes.map((scope) => (
            <ScopeBox key={scope} scope={scope} isWrong={error !== undefined && scope === scopes[0]} />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function ScopeBox({ scope, isWrong }: { scope: Permission; isWrong: boolean }) {
  return (
    <label className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        name="scopes"
        value={scope}
        aria-invalid={isWrong || undefined}
        className="size-4 shrink-0 scroll-mt-24 accent-ink"
      />
      <span>{PERMISSION_LABELS[scope]}</span>
      <code className="ml-auto font-mono text-xs text-text-3 max-sm:hidden">{scope}</code>
    </label>
  );
}
