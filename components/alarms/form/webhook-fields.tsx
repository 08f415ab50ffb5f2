import { SelectField } from '#/components/ui/form/select-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE', 'HEAD', 'OPTIONS'];

type Webhook = { method: string; url: string };
type Props = {
  webhook: Webhook;
  errors: Partial<Record<keyof Webhook, string | null>>;
  placeholder: string;
  onChange: (part: Partial<Webhook>) => void;
};

/** What is called, and how. */
export function WebhookFields({ webhook: { method, url }, errors, placeholder, onChange }: Props) {
  const methods = METHODS.includes(method) ? METHODS : [method, ...METHODS];
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] items-start gap-2">
      <SelectField
        label="Method"
        value={method}
        error={errors.method ?? undefined}
        onChange={(event) => onChange({ method: event.target.value })}
      >
        {methods.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      <TextField
        label="URL"
        type="url"
        autoComplete="off"
        placeholder={placeholder}
        value={url}
        error={errors.url ?? null}
        onChange={(event) => onChange({ url: event.target.value })}
      />
    </div>
  );
}
