import { draftFields } from '#/components/ui/form/draft-fields.ts';
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

/** The URL, and the options of the call. */
export function WebhookFields({ webhook, errors, placeholder, onChange }: Props) {
  const { method } = webhook;
  const field = draftFields(webhook, errors, onChange);
  const methods = METHODS.includes(method) ? METHODS : [method, ...METHODS];
  return (
    <div className="grid grid-cols-[104px_minmax(0,1fr)] items-start gap-2">
      <SelectField label="Method" {...field('method')}>
        {methods.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      <TextField label="URL" type="url" autoComplete="off" placeholder={placeholder} {...field('url')} />
    </div>
  );
}
