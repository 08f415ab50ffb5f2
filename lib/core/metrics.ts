import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Every metric of this process, as Prometheus scrapes them. */
export const metrics = new Registry();

const PREFIX = 'timer_service_';
const registers = [metrics];
/** Buckets from a tenth of a millisecond to ten minutes. */
const LATENESS_S = [0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600];
const DURATION_S = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

collectDefaultMetrics({ register: metrics });

/** `type`: registered, fired, delivered, retried, dead, aborted, skipped. */
export const eventsProcessed = new Counter({
  name: `${PREFIX}events_processed_total`,
  help: 'What happened to alarms, by type',
  labelNames: ['type'],
  registers,
});

export const registrationDuration = new Histogram({
  name: `${PREFIX}registration_duration_seconds`,
  help: 'From the call of the verb to the commit of the alarm or of its batch',
  buckets: DURATION_S,
  registers,
});

export const firingDuration = new Histogram({
  name: `${PREFIX}firing_duration_seconds`,
  help: 'How long an attempt took, from its start to its response or failure',
  buckets: DURATION_S,
  registers,
});

/** `stage`: claim, sent (first byte), responded. */
export const firingLateness = new Histogram({
  name: `${PREFIX}firing_lateness_seconds`,
  help: 'From when an attempt was due to its claim, its first byte sent, and its response',
  labelNames: ['stage'],
  buckets: LATENESS_S,
  registers,
});

export const processingErrors = new Counter({
  name: `${PREFIX}processing_errors_total`,
  help: 'Attempts that failed, by kind and number of the attempt (10: tenth and later)',
  labelNames: ['kind', 'attempt'],
  registers,
});

/** `outcome`: delivered, or why not, as in the log of attempts. */
export const bridgePublished = new Counter({
  name: `${PREFIX}bridge_published_total`,
  help: 'Events published to message brokers, by what came of it',
  labelNames: ['outcome'],
  registers,
});

export const bridgeLateness = new Histogram({
  name: `${PREFIX}bridge_lateness_seconds`,
  help: 'From when an alarm was due to the confirmation of its broker, of first attempts',
  buckets: LATENESS_S,
  registers,
});

export const deadLetters = new Counter({
  name: `${PREFIX}dead_letters_total`,
  help: 'Alarms that ended as dead letters, by reason',
  labelNames: ['reason'],
  registers,
});

/** `outcome`: created, repeated, canceled, rescheduled, too_late, skipped, retry, dead. */
export const bridgeEvents = new Counter({
  name: `${PREFIX}bridge_events_total`,
  help: 'Events consumed from message brokers, by what became of them',
  labelNames: ['outcome'],
  registers,
});

export const bridgeFailures = new Counter({
  name: `${PREFIX}bridge_failures_total`,
  help: 'Times that a message broker could not be consumed from, by kind of failure',
  labelNames: ['code'],
  registers,
});

export const bridgeLag = new Gauge({
  name: `${PREFIX}bridge_lag`,
  help: 'Events that wait at a message broker, by the id of the broker',
  labelNames: ['broker'],
  registers,
});

export const notificationsFailed = new Counter({
  name: `${PREFIX}notifications_failed_total`,
  help: 'Notifications, emails, and push messages that failed for good, by the job that was to send them',
  labelNames: ['job'],
  registers,
});

export const staleRepaired = new Counter({
  name: 'timer_stale_repaired_total',
  help: 'Timers whose cap or deadline passed without effect and that the sweep repaired; stays at zero',
  registers,
});

export const totalsMismatched = new Counter({
  name: 'timer_daily_totals_mismatched_total',
  help: 'Timers whose daily totals were not the time of their spans when they were compared; stays at zero',
  registers,
});

export const sumsMismatched = new Counter({
  name: 'timer_daily_sums_mismatched_total',
  help: 'Sums of a day or a ticket that were not those of daily totals when they were compared; stays at zero',
  registers,
});

export const adjustmentsMismatched = new Counter({
  name: 'timer_adjustments_mismatched_total',
  help: 'Timers whose stored adjustments differed from their answers and corrections; stays at zero',
  registers,
});

export const eventsCut = new Counter({
  name: `${PREFIX}events_cut_total`,
  help: 'Events past FEED_RETENTION_DAYS that were cut to what the audit log needs',
  registers,
});

/** A gauge that is read on each scrape; `read` returns its value, or NaN if it can't be read. */
export function readGauge(name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name: `${PREFIX}${name}`,
    help,
    registers,
    async collect() {
      // A gauge that can't be read must not fail the others, least of all while the database is down.
      const value = await Promise.resolve()
        .then(read)
        .catch(() => Number.NaN);
      this.set(value);
    },
  });
}
