'use client';

import { type ComponentType, useEffect, useRef } from 'react';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import type { LazyModule } from '#/lib/client/offline/lazy-module.ts';

type Props<T> = {
  form: LazyModule<ComponentType<T>>;
  formProps: T;
  /** Called if it could not be loaded, after a message. */
  onMissing: () => void;
};

/**
 * A form whose code is loaded when it is opened. The dialog around it is there before and has the focus: the form
 * passes it to its first field.
 */
export function LazyForm<T extends object>({ form, formProps, onMissing }: Props<T>) {
  const Form = useLazyModule(form, true, onMissing);
  const place = useRef<HTMLDivElement>(null);
  const isThere = Form !== null;
  useEffect(() => {
    if (isThere) place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isThere]);
  return <div ref={place}>{Form ? <Form {...formProps} /> : <FormSkeleton />}</div>;
}

function FormSkeleton() {
  return (
    <div aria-busy="true" data-awaits-field className="grid animate-late gap-4">
      <span className="sr-only">Loading the form</span>
      <SkeletonBar className="h-8 w-44" />
      <SkeletonBar className="h-8 w-full" />
      <SkeletonBar className="h-8 w-full" />
    </div>
  );
}
