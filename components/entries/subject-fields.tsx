import { TicketField } from '#/components/entries/ticket-field.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import type { SubjectProblem, TypedSubject } from '#/lib/client/entries/typed-subject.ts';

type SubjectFieldsProps = {
  subject: TypedSubject;
  problem: SubjectProblem | null;
  onChange: (subject: TypedSubject) => void;
};

/** The subject of an entry: its title, ticket and tags. */
export function SubjectFields({ subject, problem, onChange }: SubjectFieldsProps) {
  const field = (name: keyof TypedSubject) => ({
    autoComplete: 'off',
    value: subject[name],
    error: problem?.field === name ? problem.problem : null,
  });
  const change = (name: keyof TypedSubject, value: string) => onChange({ ...subject, [name]: value });
  return (
    <div className="grid grid-cols-2 items-start gap-x-2 gap-y-3">
      <TextField
        label="Title"
        maxLength={500}
        className="col-span-full"
        spellCheck
        {...field('title')}
        onChange={(event) => change('title', event.target.value)}
      />
      <TicketField
        label="Ticket"
        maxLength={2_000}
        placeholder="API-412, #34, a link"
        className="min-w-0"
        spellCheck={false}
        {...field('ticket')}
        onChange={(value) => change('ticket', value)}
      />
      <TextField
        label="Tags"
        maxLength={3_000}
        placeholder="backend, bug"
        className="min-w-0"
        spellCheck={false}
        {...field('tags')}
        onChange={(event) => change('tags', event.target.value)}
      />
    </div>
  );
}
