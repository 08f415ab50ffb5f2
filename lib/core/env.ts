import { z } from 'zod';

/** Settings that are missing or wrong. `message` is for a person: one line per setting, with what to write instead. */
export class SettingsError extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
  }
}

const wholeNumber = (what: string, min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number (${what})`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be from ${min} to ${max} (${what})`)
    .default(fallback);

const databaseUrl = z
  .string()
  .refine(isPostgresUrl, 'must be a Postgres address, e.g. postgresql://user:password@localhost:5432/timers');

const authSecret = z.string().min(32, 'must have at least 32 characters; make one with: openssl rand -base64 32');

const shared = z.object({
  PORT: wholeNumber('the port the web process listens on, e.g. 3000', 1, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: z
    .string()
    .refine(isWebOrigin, 'must be the address people open, without a path, e.g. https://timers.example.com')
    .transform((url) => new URL(url).origin)
    .optional(),
  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  BOOTSTRAP_EMAIL: z.email('must be an e-mail address, e.g. owner@example.com').optional(),
  BOOTSTRAP_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  BOOTSTRAP_WORKSPACE: z.string().max(200, 'must have at most 200 characters').optional(),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, 'must be 8 to 200 printable characters without spaces')
    .optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty'], { error: 'must be json or pretty' }).default('json'),
  SESSION_DAYS: wholeNumber('days until a sign-in expires, e.g. 30', 1, 365, 30),
  DATABASE_POOL: wholeNumber('database connections of one process, e.g. 10', 1, 500, 10),
  BEHIND_PROXY: z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
  SIGN_UP: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('closed'),
});

const processSettings = shared.extend({ DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret });
// The supervisor brings a database and a secret of its own when these two are absent.
const supervisorSettings = shared.extend({ DATABASE_URL: databaseUrl.optional(), AUTH_SECRET: authSecret.optional() });
const logSettings = shared.pick({ LOG_LEVEL: true, LOG_FORMAT: true });

type WithAppUrl<T> = Omit<T, 'APP_URL'> & { APP_URL: string };
/** Settings of the web and worker processes. */
export type Env = WithAppUrl<z.output<typeof processSettings>>;
/** Settings of the supervisor (`npm start`), where the database address and the secret may be absent. */
export type SupervisorEnv = WithAppUrl<z.output<typeof supervisorSettings>>;
type Source = Record<string, string | undefined>;

/** Every setting the product reads, by name. `.env.example` explains each. */
export const SETTING_NAMES: readonly string[] = Object.keys(processSettings.shape);

let cached: Env | undefined;

/** The settings of this process, read once. */
export function env(): Env {
  cached ??= readEnv();
  return cached;
}

/** All settings, parsed. Throws `SettingsError` that names each wrong one and says what to write instead. */
export function readEnv(source: Source = process.env): Env {
  return withAppUrl(parse(processSettings, source));
}

/** As `readEnv`, for the supervisor: without DATABASE_URL it starts its own database, without AUTH_SECRET it makes one. */
export function readSupervisorEnv(source: Source = process.env): SupervisorEnv {
  return withAppUrl(parse(supervisorSettings, source));
}

/** Level and format of the log alone, so that logging works before (and without) the other settings. */
export function readLogSettings(source: Source = process.env): z.output<typeof logSettings> {
  return parse(logSettings, source);
}

function parse<T extends z.ZodObject>(schema: T, source: Source): z.output<T> {
  const given = withoutEmpty(source, Object.keys(schema.shape));
  const result = schema.safeParse(given);
  const problems = result.success ? [] : result.error.issues.map((issue) => problemOf(issue, given));
  problems.push(...missingPartners(schema, given));
  if (problems.length > 0) throw new SettingsError(problems);
  return result.data as z.output<T>;
}

/** `NAME=` in a file means "not set", as people expect who leave a line of `.env.example` as it is. */
function withoutEmpty(source: Source, names: string[]): Source {
  return Object.fromEntries(names.map((name) => [name, source[name]?.trim() || undefined]));
}

const WHEN_MISSING: Record<string, string> = {
  DATABASE_URL:
    'Write e.g. postgresql://user:password@localhost:5432/timers, or use `npm start`, which brings a database.',
  AUTH_SECRET: 'Make one with: openssl rand -base64 32. `npm start` makes and keeps one by itself.',
};

function problemOf(issue: z.core.$ZodIssue, given: Source): string {
  const name = String(issue.path[0]);
  if (given[name] === undefined) return `${name} is not set. ${WHEN_MISSING[name]}`;
  return `${name} ${issue.message}.`;
}

function missingPartners(schema: z.ZodObject, given: Source): string[] {
  if (!('GITHUB_ID' in schema.shape)) return [];
  const problems: string[] = [];
  const has = (name: string) => given[name] !== undefined;
  if (has('GITHUB_ID') !== has('GITHUB_SECRET')) {
    const missing = has('GITHUB_ID') ? 'GITHUB_SECRET' : 'GITHUB_ID';
    problems.push(`${missing} is not set. Signing in with GitHub needs GITHUB_ID and GITHUB_SECRET; set both or none.`);
  }
  const trio = ['BOOTSTRAP_EMAIL', 'BOOTSTRAP_PASSWORD', 'BOOTSTRAP_WORKSPACE'];
  const missing = trio.filter((name) => !has(name));
  const wanted = missing.length < trio.length || has('BOOTSTRAP_API_KEY');
  if (wanted && missing.length > 0) {
    problems.push(
      `${missing.join(' and ')} is not set. The first owner needs ${trio.join(', ')} together; set all or none.`,
    );
  }
  return problems;
}

function withAppUrl<T extends { APP_URL?: string | undefined; PORT: number }>(settings: T): WithAppUrl<T> {
  return { ...settings, APP_URL: settings.APP_URL ?? `http://localhost:${settings.PORT}` };
}

function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  return new URL(text).pathname.length > 1;
}

function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
}
