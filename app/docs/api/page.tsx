import { redirect } from 'next/navigation';

/** Where the reference was looked for before it had its place. */
export default function OldReferencePage(): never {
  redirect('/docs');
}
