import { notifyManager, type QueryClient } from '@tanstack/react-query';
import type { Http } from '#/lib/client/http.ts';
import { ApiProblem, NoAnswer } from '#/lib/client/problem.ts';
import type { ServerClock } from '#/lib/client/server-clock.ts';
import { TICKETS_KEY } from '#/lib/client/ticket-queries.ts';
import {
  confirmedVersion,
  forecast,
  forecastEdit,
  forecastStart,
  isForecast,
  type Press,
} from '#/lib/client/timer-forecast.ts';
import { CURRENT_KEY, TIMERS_KEY } from '#/lib/client/timer-keys.ts';
import type { TimerNews } from '#/lib/client/timer-news.ts';
import { startBody, type Wish } from '#/lib/client/wish.ts';
import { newId } from '#/lib/core/ids.ts';
import type {
  ChangeTimerJson,
  CurrentTimerJson,
  EditTimerBody,
  StartTimerJson,
  TimerJson,
} from '#/lib/tracking/timers/timer-schemas.ts';

type Parts = { client: QueryClient; http: Http; news: TimerNews; clock: ServerClock; userId: string };
type Answer = StartTimerJson | ChangeTimerJson;
type Guess = { forecast: TimerJson; before: TimerJson | null };

const REPEATS = 2;
const REPEAT_AFTER_MS = 1_000;

/**
 * What a person does to timers. Each press is shown at once as a forecast, sent with a key that makes repeats harmless,
 * and answered by the server's state; a refusal takes the forecast back. Presses go out one after the other.
 * All reject with ApiProblem or NoAnswer.
 */
export class TimerPresses {
  readonly #parts: Parts;
  readonly #realIds = new Map<string, string>();
  readonly #forecastIds = new Map<string, string>();
  readonly #unborn = new Set<string>();
  readonly #requestIds = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether an event was caused by a press on this page. */
  isOwn(requestId: string | null): boolean {
    return requestId !== null && this.#requestIds.has(requestId);
  }

  /** One for a timer from its forecast on, though the server gives it an id of its own. */
  keyOf({ id }: TimerJson): string {
    return this.#forecastIds.get(id) ?? id;
  }

  start(wish: Wish, onConflict: 'reject' | 'switch'): Promise<StartTimerJson> {
    const running = this.#running();
    const press = { id: newId(), userId: this.#parts.userId, serverNow: this.#parts.clock.now() };
    const started = forecastStart(wish, press);
    // With something running and no word about it, the server will refuse: nothing to foresee.
    const guesses: Guess[] = running && onConflict === 'reject' ? [] : [{ forecast: started, before: null }];
    if (running && onConflict === 'switch') guesses.unshift(this.#guess(running, 'stop'));
    return this.#press(guesses, async (keys) => {
      const answer = await this.#parts.http.send<StartTimerJson>('/timers/start', {
        method: 'POST',
        body: startBody(wish, onConflict),
        ...keys,
      });
      this.#realIds.set(started.id, answer.timer.id);
      this.#forecastIds.set(answer.timer.id, started.id);
      return answer;
    });
  }

  /** Resuming one while another runs pauses that one, so that both can be taken up again. */
  change(timer: TimerJson, press: Press): Promise<ChangeTimerJson> {
    const running = this.#running();
    const guesses = [this.#guess(timer, press)];
    if (press === 'resume' && running) guesses.unshift(this.#guess(running, 'pause'));
    const body = press === 'resume' ? { on_conflict: 'pause' } : {};
    return this.#press(guesses, (keys) =>
      this.#parts.http.send(`/timers/${this.#realId(timer)}/${press}`, { method: 'POST', body, ...keys }),
    );
  }

  edit(timer: TimerJson, change: EditTimerBody, shown: Partial<TimerJson>): Promise<ChangeTimerJson> {
    const guesses = [{ forecast: forecastEdit(timer, shown), before: timer }];
    return this.#press(guesses, ({ requestId }) => {
      const id = this.#realId(timer);
      const ifMatch = confirmedVersion(this.#parts.news.find(id) ?? timer);
      return this.#parts.http.send(`/timers/${id}`, { method: 'PATCH', body: change, requestId, ifMatch });
    });
  }

  async #press<T extends Answer>(
    guesses: Guess[],
    send: (keys: { idempotencyKey: string; requestId: string }) => Promise<T>,
  ): Promise<T> {
    const keys = { idempotencyKey: newId(), requestId: newId() };
    this.#requestIds.add(keys.requestId);
    const { news } = this.#parts;
    notifyManager.batch(() => {
      for (const guess of guesses) news.tell(guess.forecast);
    });
    try {
      const answer = await this.#inTurn(() => send(keys));
      notifyManager.batch(() => {
        for (const guess of guesses) if (isForecast(guess.forecast.id)) news.takeBack(guess.forecast, null);
        if (answer.ended) news.tell(answer.ended, answer.server_time);
        news.tell(answer.timer, answer.server_time);
      });
      return answer;
    } catch (error) {
      notifyManager.batch(() => {
        for (const guess of guesses.toReversed()) this.#takeBack(guess);
        const winner = winnerOf(error);
        if (winner) news.tell(winner);
      });
      throw error;
    } finally {
      void news.refresh();
      void this.#parts.client.invalidateQueries({ queryKey: TICKETS_KEY });
    }
  }

  /** What was foreseen of a timer that never came to be goes with it. */
  #takeBack({ forecast, before }: Guess): void {
    if (!before) this.#unborn.add(forecast.id);
    this.#parts.news.takeBack(forecast, this.#unborn.has(forecast.id) ? null : before);
  }

  /** Mutations of one scope run one after the other. */
  #inTurn<T>(send: () => Promise<T>): Promise<T> {
    const { client } = this.#parts;
    return client
      .getMutationCache()
      .build<T, Error, void, unknown>(client, {
        mutationKey: TIMERS_KEY,
        scope: { id: 'timers' },
        mutationFn: send,
        retry: (failures, error) => error instanceof NoAnswer && failures < REPEATS,
        retryDelay: REPEAT_AFTER_MS,
      })
      .execute();
  }

  #guess(timer: TimerJson, press: Press): Guess {
    return { forecast: forecast(timer, press, this.#parts.clock.now()), before: timer };
  }

  #running(): TimerJson | null {
    return this.#parts.client.getQueryData<CurrentTimerJson>(CURRENT_KEY)?.timer ?? null;
  }

  /** The server's id of a timer that may have been pressed before its start was answered. */
  #realId(timer: TimerJson): string {
    const id = this.#realIds.get(timer.id) ?? timer.id;
    if (isForecast(id)) throw new NoAnswer('Its start was not answered.');
    return id;
  }
}

/** What a refusal says is the case instead. */
function winnerOf(error: unknown): TimerJson | null {
  const tellsTimer = ['timer_already_running', 'timer_ended', 'timer_version_mismatch'];
  if (!(error instanceof ApiProblem) || !tellsTimer.includes(error.code)) return null;
  return error.current as TimerJson | null;
}
