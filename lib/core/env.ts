import { z } from 'zod';
import {
  authSecret,
  databaseUrl,
  delays,
  networks,
  smtpUrl,
  vapidKey,
  webOrigin,
  wholeNumber,
} from '#/lib/core/setting-kinds.ts';
import { settingsConflicts } from '#/lib/core/settings-conflicts.ts';

/**
 * Settings that are missing or invalid. `message` is for a person: one line per setting, with what to write instead.
 */
export class SettingsError extends Error {
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
  }
}

const BOOTSTRAP_KEY_FORM =
  'must be 32 to 200 printable characters without spaces. Make one with: openssl rand -base64 32';

/** Settings of alarms, separate, so that tests and tools can read them without a database. */
const alarms = z.object({
  ALARM_ALLOWED_CIDRS: networks.default(''),
  ALARM_RETRY_SCHEDULE: delays('5s,5m,30m,2h,5h,10h,14h,20h,24h'),
  ALARM_TIMEOUT_SECONDS: wholeNumber('how long a receiver may take to respond, e.g. 15', 1, 300, 15),
  ALARM_LEASE_SECONDS: wholeNumber('after how long another worker reclaims what a crashed one held', 3, 900, 30),
  ALARM_MAX_SLEEP_MS: wholeNumber('longest sleep of the engine, e.g. 1000', 10, 60_000, 1_000),
  ALARM_BATCH: wholeNumber('alarms claimed at a time, e.g. 500', 1, 5_000, 500),
  ALARM_BODY_MB: wholeNumber('megabytes of large payloads and headers in one worker, e.g. 64', 1, 65_536, 64),
  ALARM_CONCURRENCY: wholeNumber('webhooks at once of one worker, e.g. 1024', 1, 20_000, 1_024),
  ALARM_CONCURRENCY_PER_WORKSPACE: wholeNumber('webhooks at once for one workspace, e.g. 256', 1, 20_000, 256),
  ALARM_CONCURRENCY_PER_ORIGIN: wholeNumber('webhooks at once of a workspace to one receiver, e.g. 64', 1, 20_000, 64),
  ALARM_RETENTION_DAYS: wholeNumber('days that finished alarms are kept, e.g. 30', 1, 3_650, 30),
});

/** Rate limits of one caller; 0 is none. */
const limits = {
  RATE_LIMIT_STORE: z.enum(['memory', 'postgres'], { error: 'must be memory or postgres' }).default('memory'),
  RATE_LIMIT_PER_KEY: wholeNumber('requests a minute of one API key or session, e.g. 6000; 0: no limit', 0, 1e9, 6_000),
  RATE_LIMIT_PER_PERSON: wholeNumber('requests a minute of one person, e.g. 12000; 0: no limit', 0, 1e9, 12_000),
  RATE_LIMIT_PER_WORKSPACE: wholeNumber('requests a minute of one workspace, e.g. 60000; 0: no limit', 0, 1e9, 60_000),
  RATE_LIMIT_PER_ADDRESS: wholeNumber('requests a minute of one address that names nobody, e.g. 600', 0, 1e9, 600),
  STREAMS_PER_KEY: wholeNumber('streams and sockets at once of one API key or session, e.g. 50', 1, 100_000, 50),
};

/** Files of recorded time. */
const fileExports = z.object({
  EXPORT_DIRECT_ROWS: wholeNumber('entries that a file may have to be sent at once, e.g. 20000', 1, 1e6, 20_000),
  EXPORT_KEEP_HOURS: wholeNumber('hours that a requested file can be downloaded, e.g. 72', 1, 8_760, 72),
});

const shared = z.object({
  ...alarms.shape,
  ...limits,
  ...fileExports.shape,
  BRIDGE: z.enum(['on', 'off', 'only'], { error: 'must be on, off or only' }).default('on'),
  BRIDGE_DIALECT: z
    .enum(['timer-service', 'flunq'], { error: 'must be timer-service or flunq' })
    .default('timer-service'),
  ENDPOINT_DISABLE_AFTER_HOURS: wholeNumber(
    'hours an endpoint may fail before it is disabled, e.g. 120',
    1,
    8_760,
    120,
  ),
  IMPORT_MAX_ROWS: wholeNumber('entries that one imported file may have, e.g. 50000', 1, 1_000_000, 50_000),
  IMPORT_MAX_BYTES: wholeNumber('bytes that one imported file may have, e.g. 10000000', 1, 50_000_000, 10_000_000),
  CANARY_EVERY_SECONDS: wholeNumber('seconds between test alarms of the service itself, e.g. 10; 0: none', 0, 60, 10),
  ALERT_LATENESS_MS: wholeNumber('how late 99 % of the alarms may fire, e.g. 20; 0: no alert', 0, 600_000, 20),
  ALERT_DEAD_LETTERS: wholeNumber('dead letters in 15 minutes that are too many, e.g. 3; 0: no alert', 0, 1e9, 3),
  ALERT_BROKER_MINUTES: wholeNumber('minutes that a message broker may fail, e.g. 10; 0: no alert', 0, 1_440, 10),
  OPERATIONS_RETENTION_DAYS: wholeNumber(
    'days that figures by the minute and closed alerts are kept, e.g. 30',
    1,
    3_650,
    30,
  ),
  FEED_RETENTION_DAYS: wholeNumber('days that events are kept whole, e.g. 90; 0: for good', 0, 3_650, 90),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.email('must be an email address, e.g. timers@example.com').optional(),
  VAPID_PUBLIC_KEY: vapidKey(65).optional(),
  VAPID_PRIVATE_KEY: vapidKey(32).optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:admin@example.com or https://example.com')
    .optional(),
  PORT: wholeNumber('the port the web process listens on, e.g. 3000', 1, 65_535, 3000),
  GRPC_PORT: wholeNumber('the port of the gRPC services, e.g. 3002; 0 for none', 0, 65_535, 0),
  HOST: z.string().default('127.0.0.1'),
  APP_URL: webOrigin.optional(),
  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  BOOTSTRAP_EMAIL: z.email('must be an email address, e.g. owner@example.com').optional(),
  BOOTSTRAP_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  BOOTSTRAP_WORKSPACE: z.string().max(200, 'must have at most 200 characters').optional(),
  BOOTSTRAP_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, BOOTSTRAP_KEY_FORM)
    .optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty'], { error: 'must be json or pretty' }).default('json'),
  SESSION_DAYS: wholeNumber('days until a sign-in expires, e.g. 30', 1, 365, 30),
  DATABASE_POOLER_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_POOL: wholeNumber('database connections of one process, e.g. 10', 1, 500, 10),
  DATABASE_TIMEOUT_MS: wholeNumber('how long a query may go without a response, e.g. 8000', 500, 60_000, 8_000),
  DATABASE_READ_POOL: wholeNumber('database connections of a web process for reads, e.g. 8', 4, 500, 8),
  DATABASE_REPORT_POOL: wholeNumber('database connections of a web process for reports, e.g. 8', 2, 500, 8),
  READ_TIMEOUT_SECONDS: wholeNumber('seconds that one statement of a read may take, e.g. 5', 1, 600, 5),
  REPORT_TIMEOUT_SECONDS: wholeNumber('seconds that one statement of a report may take, e.g. 8', 1, 600, 8),
  JOB_TIMEOUT_SECONDS: wholeNumber(
    'seconds that one statement of a worker’s job may take, e.g. 3600',
    1,
    86_400,
    3_600,
  ),
  BEHIND_PROXY: z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
  DRAIN_SECONDS: wholeNumber('seconds that balancers get to notice that a process ends, e.g. 5', 0, 300, 5),
  SIGN_UP: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('closed'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  WORKER_METRICS_HOST: z.string().default('127.0.0.1'),
  WORKER_METRICS_PORT: wholeNumber('the port of the worker’s metrics, e.g. 3001; 0 for none', 0, 65_535, 3001),
});

const processSettings = shared.extend({ DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret });
// The supervisor provides its own database and secret when these two are absent.
const supervisorSettings = shared.extend({ DATABASE_URL: databaseUrl.optional(), AUTH_SECRET: authSecret.optional() });
const logSettings = shared.pick({ LOG_LEVEL: true, LOG_FORMAT: true });
const mailSettings = shared.pick({ SMTP_URL: true, MAIL_FROM: true });
const pushSettings = shared.pick({
  VAPID_PUBLIC_KEY: true,
  VAPID_PRIVATE_KEY: true,
  VAPID_SUBJECT: true,
  MAIL_FROM: true,
});
const secretSettings = processSettings.pick({ AUTH_SECRET: true });
const migrationSettings = processSettings.pick({ DATABASE_URL: true });
const replicaSettings = shared.pick({ DATABASE_REPLICA_URL: true });
const linkSettings = shared.pick({ APP_URL: true, PORT: true });
const watchSettings = shared.pick({
  ALERT_LATENESS_MS: true,
  CANARY_EVERY_SECONDS: true,
  OPERATIONS_RETENTION_DAYS: true,
});
const streamSettings = shared.pick({ STREAMS_PER_KEY: true });
const bridgeSettings = shared.pick({ BRIDGE_DIALECT: true });
const feedSettings = shared.pick({ FEED_RETENTION_DAYS: true });
const importSettings = shared.pick({ IMPORT_MAX_ROWS: true, IMPORT_MAX_BYTES: true });

type WithAppUrl<T> = Omit<T, 'APP_URL'> & { APP_URL: string };
/** Settings of the web and worker processes. */
export type Env = WithAppUrl<z.output<typeof processSettings>>;
/** Settings of the supervisor (`npm start`), where the database address and the secret may be absent. */
export type SupervisorEnv = WithAppUrl<z.output<typeof supervisorSettings>>;
export type AlarmEnv = z.output<typeof alarms>;
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

/**
 * As `readEnv`, for the supervisor: without DATABASE_URL it starts its own database, without AUTH_SECRET it generates
 * one.
 */
export function readSupervisorEnv(source: Source = process.env): SupervisorEnv {
  return withAppUrl(parse(supervisorSettings, source));
}

/** The settings of alarms alone. */
export function readAlarmSettings(source: Source = process.env): AlarmEnv {
  return parse(alarms, source);
}

/** The database to bring up to date. */
export function readMigrationSettings(source: Source = process.env): { DATABASE_URL: string } {
  return parse(migrationSettings, source);
}

/** The standby from which reports read, if set. */
export function readReplicaSettings(source: Source = process.env): z.output<typeof replicaSettings> {
  return parse(replicaSettings, source);
}

/** How mail is sent, or not. */
export function readMailSettings(source: Source = process.env): z.output<typeof mailSettings> {
  return parse(mailSettings, source);
}

/** The operator's key pair for signing push messages, if set, and the contact for push services. */
export function readPushSettings(source: Source = process.env): z.output<typeof pushSettings> {
  return parse(pushSettings, source);
}

/** The URL that people open, for links outside the product. */
export function readLinkSettings(source: Source = process.env): { APP_URL: string } {
  return withAppUrl(parse(linkSettings, source));
}

/** How files of recorded time are made and kept. */
export function readExportSettings(source: Source = process.env): z.output<typeof fileExports> {
  return parse(fileExports, source);
}

/** How many streams and sockets one caller may have open. */
export function readStreamSettings(source: Source = process.env): z.output<typeof streamSettings> {
  return parse(streamSettings, source);
}

/** The dialect of message brokers that are created without one. */
export function readBridgeSettings(source: Source = process.env): z.output<typeof bridgeSettings> {
  return parse(bridgeSettings, source);
}

/** How long events are kept whole. */
export function readFeedSettings(source: Source = process.env): z.output<typeof feedSettings> {
  return parse(feedSettings, source);
}

/** How large an imported file may be. */
export function readImportSettings(source: Source = process.env): z.output<typeof importSettings> {
  return parse(importSettings, source);
}

/** How late alarms may be, how often the service tests itself, and for how long its figures are kept. */
export function readWatchSettings(source: Source = process.env): z.output<typeof watchSettings> {
  return parse(watchSettings, source);
}

let cachedSecret: { AUTH_SECRET: string } | undefined;

/** The secret with which this server encrypts and signs, read once. */
export function readSecretSettings(): { AUTH_SECRET: string } {
  cachedSecret ??= parse(secretSettings, process.env);
  return cachedSecret;
}

/** Only the level and format of the log, so that logging works before (and without) the other settings. */
export function readLogSettings(source: Source = process.env): z.output<typeof logSettings> {
  return parse(logSettings, source);
}

function parse<T extends z.ZodObject>(schema: T, source: Source): z.output<T> {
  const values = withoutEmpty(source, Object.keys(schema.shape));
  const result = schema.safeParse(values);
  const problems = result.success ? [] : result.error.issues.map((issue) => problemOf(issue, values));
  problems.push(...settingsConflicts(values, (name) => name in schema.shape));
  if (problems.length > 0) throw new SettingsError(problems);
  return result.data as z.output<T>;
}

/** `NAME=` in a file means "not set", as people expect when they leave a line of `.env.example` as it is. */
function withoutEmpty(source: Source, names: string[]): Source {
  return Object.fromEntries(names.map((name) => [name, source[name]?.trim() || undefined]));
}

const WHEN_MISSING: Record<string, string> = {
  DATABASE_URL:
    'Write e.g. postgresql://user:password@localhost:5432/timers, or use `npm start`, which brings a database.',
  AUTH_SECRET: 'Make one with: openssl rand -base64 32. `npm start` makes and keeps one by itself.',
};

function problemOf(issue: z.core.$ZodIssue, values: Source): string {
  const name = String(issue.path[0]);
  if (values[name] === undefined) return `${name} is not set. ${WHEN_MISSING[name]}`;
  return `${name} ${issue.message}.`;
}

function withAppUrl<T extends { APP_URL?: string | undefined; PORT: number }>(settings: T): WithAppUrl<T> {
  return { ...settings, APP_URL: settings.APP_URL ?? `http://localhost:${settings.PORT}` };
}
