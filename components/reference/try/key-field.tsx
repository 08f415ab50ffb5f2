import { TextField } from '#/components/ui/form/text-field.tsx';

type Props = { value: string; error: string | null; onChange: (key: string) => void };

export function KeyField({ value, error, onChange }: Props) {
  return (
    <TextField
      label="API key"
      type="password"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      hint={
        <>
          Stays in this tab until you leave the reference, and is sent to this service only. Calls are made with the key
          alone, signed in or not. Create one in{' '}
          <a href="/settings#api-keys" target="_blank" rel="noreferrer" className="underline underline-offset-2">
            Settings, API keys
          </a>
          .
        </>
      }
    />
  );
}
