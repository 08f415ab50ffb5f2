import { redirect } from 'next/navigation';

/** The former path of the reference. */
export default function OldReferencePage(): never {
  redirect('/docs');
}
