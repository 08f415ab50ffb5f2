-- Executed phases of plans: planned against actual. One that is open is what a countdown, pomodoro or interval timer is at.
CREATE TABLE "timer_cycles" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "timer_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "round" INTEGER NOT NULL,
    "planned_ms" BIGINT NOT NULL,
    "extended_ms" BIGINT NOT NULL DEFAULT 0,
    "carried_ms" BIGINT NOT NULL DEFAULT 0,
    "paused_ms" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "frozen_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "ended_how" TEXT,
    "actual_ms" BIGINT,
    "at_deadline" TEXT NOT NULL,

    CONSTRAINT "timer_cycles_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "timer_cycles_timer_id_position_idx" ON "timer_cycles"("timer_id", "position");
CREATE UNIQUE INDEX "timer_cycles_run_id_position_key" ON "timer_cycles"("run_id", "position");
CREATE INDEX "timer_cycles_user_id_started_at_idx" ON "timer_cycles"("user_id", "started_at");
CREATE INDEX "timer_cycles_workspace_id_started_at_idx" ON "timer_cycles"("workspace_id", "started_at");

ALTER TABLE "timer_cycles" ADD CONSTRAINT "timer_cycles_timer_id_fkey" FOREIGN KEY ("timer_id") REFERENCES "timers"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "timer_cycles" ADD CONSTRAINT "timer_cycles_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "timer_cycles" ADD CONSTRAINT "timer_cycles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- At most one goes on in a timer. What is due of a person is looked for by every verb of theirs.
CREATE UNIQUE INDEX timer_cycles_one_open ON timer_cycles (timer_id) WHERE ended_at IS NULL;
CREATE INDEX timer_cycles_due ON timer_cycles (user_id, due_at) WHERE ended_at IS NULL AND due_at IS NOT NULL;

ALTER TABLE timer_cycles
  ADD CONSTRAINT timer_cycles_kind_known CHECK (kind IN ('work', 'short_break', 'long_break', 'rest')),
  ADD CONSTRAINT timer_cycles_at_deadline_known CHECK (at_deadline IN ('finish', 'rest', 'begin', 'hold')),
  ADD CONSTRAINT timer_cycles_ended_how_known CHECK (
    ended_how IN ('finished', 'skipped', 'restarted', 'stopped', 'switched', 'capped', 'discarded')),
  ADD CONSTRAINT timer_cycles_end_has_how CHECK (
    (ended_at IS NULL) = (ended_how IS NULL) AND (ended_at IS NULL) = (actual_ms IS NULL)),
  ADD CONSTRAINT timer_cycles_end_after_start CHECK (ended_at >= started_at),
  ADD CONSTRAINT timer_cycles_frozen_after_start CHECK (frozen_at >= started_at),
  ADD CONSTRAINT timer_cycles_lengths CHECK (
    planned_ms >= 1000 AND extended_ms >= 0 AND carried_ms >= 0 AND paused_ms >= 0 AND actual_ms >= 0),
  ADD CONSTRAINT timer_cycles_counted CHECK (position >= 0 AND round >= 1),
  -- Frozen, or ended: nothing is due. Due: at the instant that plan, extensions and pauses make.
  ADD CONSTRAINT timer_cycles_due_once CHECK (
    due_at IS NULL OR (frozen_at IS NULL AND ended_at IS NULL AND due_at = started_at
      + (planned_ms + extended_ms + paused_ms - carried_ms) * interval '1 millisecond')),
  ADD CONSTRAINT timer_cycles_ended_thawed CHECK (frozen_at IS NULL OR ended_at IS NULL);

-- At commit: a phase goes on in timers only that have not ended, work that is not frozen exactly while one runs, and its
-- owner is the timer's.
CREATE FUNCTION timer_cycles_match() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted uuid;
  timer timers%ROWTYPE;
  cycle timer_cycles%ROWTYPE;
BEGIN
  IF TG_TABLE_NAME = 'timers' THEN
    wanted := NEW.id;
  ELSE
    wanted := NEW.timer_id;
  END IF;
  SELECT * INTO cycle FROM timer_cycles WHERE timer_id = wanted AND ended_at IS NULL;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO timer FROM timers WHERE id = wanted;
  IF timer.ended_at IS NOT NULL OR timer.plan IS NULL
     OR (timer.status = 'running') <> (cycle.kind = 'work' AND cycle.frozen_at IS NULL)
     OR timer.user_id <> cycle.user_id OR timer.workspace_id <> cycle.workspace_id THEN
    RAISE EXCEPTION USING
      ERRCODE = 'check_violation', CONSTRAINT = 'timer_cycles_match',
      MESSAGE = format('timer %s is %s, which does not fit its phase %s', wanted, timer.status, cycle.id);
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER timer_cycles_match
  AFTER INSERT OR UPDATE ON timer_cycles
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION timer_cycles_match();
CREATE CONSTRAINT TRIGGER timers_match_cycles
  AFTER UPDATE ON timers
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.plan IS NOT NULL) EXECUTE FUNCTION timer_cycles_match();

-- Plans say what happens at their deadlines; those of before get what is the default now. They go on as they did.
UPDATE timers SET plan = CASE plan ->> 'type'
    WHEN 'countdown' THEN '{"at_work_end": "stop", "strict": false}'::jsonb
    WHEN 'pomodoro' THEN '{"at_work_end": "stop", "at_break_end": "wait", "strict": false}'::jsonb
    ELSE '{"at_work_end": "stop", "at_break_end": "start", "strict": false}'::jsonb
  END || plan
WHERE plan IS NOT NULL;

-- How a person does pomodoros; without a row as everybody does at first.
CREATE TABLE "pomodoro_settings" (
    "user_id" UUID NOT NULL,
    "work_minutes" INTEGER NOT NULL DEFAULT 25,
    "short_break_minutes" INTEGER NOT NULL DEFAULT 5,
    "long_break_minutes" INTEGER NOT NULL DEFAULT 15,
    "rounds" INTEGER NOT NULL DEFAULT 4,
    "at_work_end" TEXT NOT NULL DEFAULT 'stop',
    "at_break_end" TEXT NOT NULL DEFAULT 'wait',
    "strict" BOOLEAN NOT NULL DEFAULT false,
    "sound" BOOLEAN NOT NULL DEFAULT false,
    "daily_goal" INTEGER NOT NULL DEFAULT 8,

    CONSTRAINT "pomodoro_settings_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "pomodoro_settings" ADD CONSTRAINT "pomodoro_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE pomodoro_settings
  ADD CONSTRAINT pomodoro_settings_lengths CHECK (
    work_minutes BETWEEN 1 AND 1440 AND short_break_minutes BETWEEN 1 AND 1440 AND long_break_minutes BETWEEN 1 AND 1440),
  ADD CONSTRAINT pomodoro_settings_rounds CHECK (rounds BETWEEN 1 AND 24 AND daily_goal BETWEEN 1 AND 48),
  ADD CONSTRAINT pomodoro_settings_policies_known CHECK (
    at_work_end IN ('stop', 'overtime', 'ask') AND at_break_end IN ('start', 'wait'));
