'use client';

import { type SubmitEvent, useRef, useState } from 'react';
import { AS_LENGTH } from '#/components/settings/format-setting-value.ts';
import { useTicketActions } from '#/components/tickets/use-ticket-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { CancelButton } from '#/components/ui/dialog/close-guard.tsx';
import { ModalFoot } from '#/components/ui/dialog/modal.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { useInvalidFocus } from '#/components/ui/form/use-invalid-focus.ts';
import { Notice } from '#/components/ui/notice.tsx';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

type Draft = { key: string; title: string; estimate: string; project: string; url: string };
type Problems = Partial<Record<keyof Draft | 'form', string>>;
type Props = { ticket: TicketJson | null; onDone: (ticket: TicketJson) => void };

/** The fields of a ticket, to create or edit one. A rejection keeps typed text. */
export function TicketForm({ ticket, onDone }: Props) {
  const { draft, change, problems, isBusy, submit, form } = useDraft(ticket, onDone);
  const field = (name: keyof Draft) => ({
    name,
    autoComplete: 'off',
    value: draft[name],
    error: problems[name] ?? null,
    onChange: (event: { target: HTMLInputElement }) => change(name, event.target.value),
  });
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid grid-cols-[128px_minmax(0,1fr)] items-start gap-2">
        <TextField label="Key" placeholder="API-412" data-autofocus={ticket ? undefined : ''} {...field('key')} />
        <TextField label="Title" data-autofocus={ticket ? '' : undefined} {...field('title')} />
      </div>
      <div className="grid grid-cols-[128px_minmax(0,1fr)] items-start gap-2">
        <TextField label="Estimate" placeholder="4h" {...field('estimate')} />
        <TextField label="Project" hint="A new name creates a new project" {...field('project')} />
      </div>
      <TextField label="URL" type="url" placeholder="https://tracker.example.com/API-412" {...field('url')} />
      <ModalFoot problem={problems.form && <Notice tone="danger">{problems.form}</Notice>}>
        <CancelButton />
        <Button type="submit" variant="ink" busy={isBusy} busyLabel={ticket ? 'Saving…' : 'Creating…'}>
          {ticket ? 'Save' : 'Create'}
        </Button>
      </ModalFoot>
    </form>
  );
}

function useDraft(ticket: TicketJson | null, onDone: Props['onDone']) {
  const { mutations } = useTicketActions();
  const [draft, setDraft] = useState(() => draftOf(ticket));
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useInvalidFocus(form);
  const showProblems = (found: Problems) => {
    setProblems(found);
    focusInvalid();
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const estimate = draft.estimate.trim() === '' ? { value: null } : AS_LENGTH.read(draft.estimate);
    if (!estimate) return showProblems({ estimate: 'Enter a duration, such as 4h, 90m, or 1h30.' });
    setBusy(true);
    setProblems({});
    const facts = { title: draft.title.trim(), url: draft.url.trim() || null, project: draft.project.trim() || null };
    const key = draft.key.trim();
    try {
      if (ticket) {
        const body = { key, ...facts, estimate_seconds: estimate.value };
        const { project: _named, ...shown } = body;
        onDone(await mutations.edit(ticket, body, shown));
      } else {
        const given = Object.entries({ ...facts, estimate_seconds: estimate.value }).filter(
          ([, value]) => value !== null,
        );
        onDone(await mutations.create({ key, ...Object.fromEntries(given) }));
      }
    } catch (error) {
      showProblems(problemsOf(error));
      setBusy(false);
    }
  };
  const change = (name: keyof Draft, value: string) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setProblems(({ [name]: _corrected, form: _said, ...others }) => others);
  };
  return { draft, change, problems, isBusy, submit, form };
}

function draftOf(ticket: TicketJson | null): Draft {
  return {
    key: ticket?.key ?? '',
    title: ticket?.title ?? '',
    estimate: ticket?.estimate_seconds ? AS_LENGTH.write(ticket.estimate_seconds) : '',
    project: ticket?.project?.name ?? '',
    url: ticket?.url ?? '',
  };
}

const FIELDS: Record<string, keyof Draft> = {
  '/key': 'key',
  '/title': 'title',
  '/estimate_seconds': 'estimate',
  '/project': 'project',
  '/url': 'url',
};

function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiProblem)) return { form: 'No response from the server. Nothing is lost; try again.' };
  if (error.code === 'ticket_key_taken') return { key: 'Another ticket has this key.' };
  const problems: Problems = {};
  for (const { pointer, detail } of error.fields) problems[FIELDS[pointer] ?? 'form'] = detail;
  return Object.keys(problems).length > 0 ? problems : { form: error.detail };
}
