/**
 * Lateness in buckets of equal width on a log scale: ten per decade, each 26 % wider than the previous. Percentiles
 * from them are off by a few percent at most, and histograms of any minutes and workers can be added up.
 */
const PER_DECADE = 10;
const FIRST_MS = 0.1;
/** The last one contains everything later than eleven days. */
const BUCKETS = 101;

/** How many first attempts are in each bucket; missing ones at the end are zero. */
export type Histogram = readonly number[];
export type Percentiles = { p50_ms: number; p95_ms: number; p99_ms: number };

/** The bucket of a lateness in milliseconds. */
export function bucketOf(latenessMs: number): number {
  if (latenessMs <= FIRST_MS) return 0;
  return Math.min(BUCKETS - 1, Math.floor(PER_DECADE * Math.log10(latenessMs / FIRST_MS)));
}

/** Where a bucket begins, in milliseconds; the first also contains anything less. */
export function bucketStartMs(bucket: number): number {
  return FIRST_MS * 10 ** (bucket / PER_DECADE);
}

/** One bar of the histogram as shown; the first also contains less lateness. */
export type Bar = { from_ms: number; to_ms: number; count: number };

/** 1, 2, 5 of a decade: where the bars of the displayed histogram begin, as indexes of its ten buckets. */
const BAR_STARTS = [0, 3, 7];

/** The histogram in bars that begin at 1, 2, 5, 10, 20, … (to 1 %), from the first with a count to the last. */
export function barsOf(histogram: Histogram): Bar[] {
  const bars: Bar[] = [];
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    const count = histogram[bucket] ?? 0;
    if (BAR_STARTS.includes(bucket % PER_DECADE)) bars.push({ from_ms: rounded(bucket), to_ms: 0, count: 0 });
    const bar = bars.at(-1) as Bar;
    bar.count += count;
    bar.to_ms = rounded(bucket + 1);
  }
  const first = bars.findIndex(({ count }) => count > 0);
  const last = bars.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : bars.slice(first, last + 1);
}

/** `1`, `2`, `5`, `10` rather than `1.0` and `1.995`. */
function rounded(bucket: number): number {
  return Number(bucketStartMs(bucket).toPrecision(1));
}

/** The sum of two histograms, bucket by bucket, whichever is longer. */
export function sumOf(a: Histogram, b: Histogram): number[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, place) => (a[place] ?? 0) + (b[place] ?? 0));
}

export function countOf(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0);
}

/** How many were later than this, to the width of a bucket. */
export function countOver(histogram: Histogram, ms: number): number {
  return countOf(histogram.slice(bucketOf(ms)));
}

/** Percentiles in milliseconds, interpolated within a bucket on the log scale; null without any attempt. */
export function percentilesOf(histogram: Histogram): Percentiles | null {
  if (countOf(histogram) === 0) return null;
  return { p50_ms: at(histogram, 0.5), p95_ms: at(histogram, 0.95), p99_ms: at(histogram, 0.99) };
}

function at(histogram: Histogram, part: number): number {
  const wanted = part * countOf(histogram);
  let before = 0;
  for (const [bucket, count] of histogram.entries()) {
    if (count > 0 && before + count >= wanted) {
      return Number(bucketStartMs(bucket + (wanted - before) / count).toPrecision(3));
    }
    before += count;
  }
  return bucketStartMs(BUCKETS);
}
