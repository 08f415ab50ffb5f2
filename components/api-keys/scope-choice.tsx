import { groupScopes } from '#/components/api-keys/scope-groups.ts';
import { FieldError } from '#/components/ui/form/text-field.tsx';
import { PERMISSION_LABELS, type Permission } from '#/lib/context/roles/role.ts';

type Props = { scopes: readonly Permission[]; chosen: readonly Permission[]; error?: string | undefined };

/** The scopes of a key, grouped by subject. */
export function ScopeChoice({ scopes, chosen, error }: Props) {
  return (
    <fieldset aria-describedby={error && 'scopes-error'} className="grid gap-3">
      <legend className="mb-2 font-medium">Permissions</legend>
      <FieldError id="scopes-error" error={error} />
      {groupScopes(scopes).map((group) => (
        <div key={group.title} className="grid gap-1">
          <h3 className="text-xs font-medium text-text-3">{group.title}</h3>
          {group.scopes.map((scope) => (
            <ScopeBox
              key={scope}
              scope={scope}
              isChosen={chosen.includes(scope)}
              isWrong={error !== undefined && scope === scopes[0]}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

type BoxProps = { scope: Permission; isChosen: boolean; isWrong: boolean };

function ScopeBox({ scope, isChosen, isWrong }: BoxProps) {
  return (
    <label className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        name="scopes"
        value={scope}
        defaultChecked={isChosen}
        aria-invalid={isWrong || undefined}
        className="size-4 shrink-0 scroll-mt-24 accent-ink"
      />
      <span>{PERMISSION_LABELS[scope]}</span>
      <code className="ml-auto font-mono text-xs text-text-3 max-sm:hidden">{scope}</code>
    </label>
  );
}
