import { ScopeChoice } from '#/components/api-keys/scope-choice.tsx';
import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import type { Permission } from '#/lib/context/roles/role.ts';

const LIFETIMES = [
  ['30', 'After 30 days'],
  ['90', 'After 90 days'],
  ['365', 'After a year'],
] as const;

type Props = {
  /** The scopes that may be chosen. */
  scopes: readonly Permission[];
  /** Name and scopes of an existing key. */
  name?: string;
  chosen?: readonly Permission[];
  /** Its current expiry: "12 Mar"; it stays unless another choice is made. */
  expires?: string | undefined;
  errorOf: (field: string) => string | undefined;
};

/** Name, expiry and scopes of an API key. */
export function ApiKeyFields({ scopes, name, chosen = [], expires, errorOf }: Props) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_200px]">
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          data-autofocus
          hint="What will use it, for example billing-prod"
          defaultValue={name}
          error={errorOf('name')}
        />
        <SelectField label="Expires" name="expires_in_days" error={errorOf('expires_in_days') ?? errorOf('expires_at')}>
          {expires && <option value="as_it_is">{expires}</option>}
          <option value="">Never</option>
          {LIFETIMES.map(([days, text]) => (
            <option key={days} value={days}>
              {text}
            </option>
          ))}
        </SelectField>
      </div>
      <ScopeChoice scopes={scopes} chosen={chosen} error={errorOf('scopes')} />
    </>
  );
}
