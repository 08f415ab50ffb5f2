'use client';

import { useRouter } from 'next/navigation';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { ImportFailure } from '#/components/imports/import-failure.tsx';
import { useImportActions } from '#/components/imports/use-import-actions.ts';
import { focusOnArrival } from '#/components/imports/use-import-focus.ts';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';

/** Uploads a file, dropped or chosen, and continues to how it is read. */
export function ImportUpload() {
  const router = useRouter();
  const { run, busy, failure } = useImportActions();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = async (file: File | undefined) => {
    const one = file && (await run('upload', (actions) => actions.upload(file)));
    if (!one) return;
    focusOnArrival(one.id);
    router.push(`/import/${one.id}`);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => void upload(event.target.files?.[0]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void upload(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label="Upload a file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames('border-b border-line py-6', isOver && 'bg-hover')}
    >
      <p className="max-w-160 text-text-2">
        Choose a CSV export from Toggl Track, Clockify, Harvest, solidtime, or Kimai, or any CSV file with a header.
        You’ll see what will be imported before anything is saved.
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        onChange={choose}
        className="sr-only"
        tabIndex={-1}
      />
      <Button
        variant="ink"
        className="mt-4"
        busy={busy === 'upload'}
        busyLabel="Uploading…"
        onClick={() => input.current?.click()}
      >
        Choose a file…
      </Button>
      <ImportFailure failure={failure} />
    </section>
  );
}
