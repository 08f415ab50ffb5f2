import { formatList } from '#/lib/core/format-list.ts';

type Given = Record<string, string | undefined>;

/** Problems of settings that are valid alone but not together; `isProvided`: which are read at all. */
export function settingsConflicts(given: Given, isProvided: (name: string) => boolean): string[] {
  const has = (name: string) => given[name] !== undefined;
  if (!isProvided('GITHUB_ID')) return leaseProblems(given);
  return [...leaseProblems(given), ...pairProblems(has), ...ownerProblems(has)];
}

/** A lease that ends while a receiver may still respond would send everything twice. */
function leaseProblems(given: Given): string[] {
  const seconds = (name: string, fallback: number) => Number(given[name] ?? fallback);
  const [timeout, lease] = [seconds('ALARM_TIMEOUT_SECONDS', 15), seconds('ALARM_LEASE_SECONDS', 30)];
  if (!(lease <= timeout)) return [];
  return [`ALARM_LEASE_SECONDS must be longer than ALARM_TIMEOUT_SECONDS, ${timeout}.`];
}

const PAIRS = [
  { names: ['GITHUB_ID', 'GITHUB_SECRET'], what: 'Signing in with GitHub' },
  { names: ['SMTP_URL', 'MAIL_FROM'], what: 'Sending email' },
  { names: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'], what: 'Signing push messages' },
];

function pairProblems(has: (name: string) => boolean): string[] {
  return PAIRS.flatMap(({ names, what }) => {
    const missing = names.filter((name) => !has(name));
    if (missing.length !== 1) return [];
    return [`${missing[0]} is not set. ${what} needs ${formatList(names)}; set both or none.`];
  });
}

const FIRST_OWNER = ['BOOTSTRAP_EMAIL', 'BOOTSTRAP_PASSWORD', 'BOOTSTRAP_WORKSPACE'];

function ownerProblems(has: (name: string) => boolean): string[] {
  const missing = FIRST_OWNER.filter((name) => !has(name));
  const isWanted = missing.length < FIRST_OWNER.length || has('BOOTSTRAP_API_KEY');
  if (!isWanted || missing.length === 0) return [];
  return [
    `${formatList(missing)} ${missing.length > 1 ? 'are' : 'is'} not set. The first owner needs ${formatList(FIRST_OWNER)} together; set all or none.`,
  ];
}
