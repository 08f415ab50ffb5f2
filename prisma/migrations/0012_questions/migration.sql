-- How a person wants to be looked after: when they are asked whether they still work, what an absence is, and where a
-- forgotten timer ends.
ALTER TABLE "users"
  ADD COLUMN "nudge_seconds" INTEGER,
  ADD COLUMN "absence_minutes" INTEGER NOT NULL DEFAULT 15,
  ADD COLUMN "absence_policy" TEXT NOT NULL DEFAULT 'ask',
  ADD COLUMN "working_hours" JSONB,
  ADD COLUMN "cap_point" TEXT NOT NULL DEFAULT 'cap';
ALTER TABLE users
  ADD CONSTRAINT users_nudge_range CHECK (nudge_seconds BETWEEN 60 AND 31622400),
  ADD CONSTRAINT users_absence_range CHECK (absence_minutes BETWEEN 5 AND 1440),
  ADD CONSTRAINT users_absence_policy_known CHECK (absence_policy IN ('ask', 'keep')),
  ADD CONSTRAINT users_cap_point_known CHECK (cap_point IN ('cap', 'last_seen'));

-- What is known of the person while a timer of theirs runs. Apart from the timer: it changes each minute, and is no
-- change of the timer.
CREATE TABLE "timer_presence" (
    "timer_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "awake_at" TIMESTAMPTZ(3),

    CONSTRAINT "timer_presence_pkey" PRIMARY KEY ("timer_id")
);
ALTER TABLE "timer_presence" ADD CONSTRAINT "timer_presence_timer_id_fkey" FOREIGN KEY ("timer_id") REFERENCES "timers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is asked about a timer until somebody answers or the timer ends.
CREATE TABLE "timer_questions" (
    "id" UUID NOT NULL,
    "timer_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "away_from" TIMESTAMPTZ(3),
    "away_to" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "times_asked" INTEGER NOT NULL DEFAULT 1,
    "snoozed_until" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "answer" TEXT,
    "before" JSONB,
    "version_after" INTEGER,
    "second_timer_id" UUID,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "timer_questions_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "timer_questions_timer_id_asked_at_idx" ON "timer_questions"("timer_id", "asked_at");
CREATE INDEX "timer_questions_of_user" ON "timer_questions"("workspace_id", "user_id", "answered_at");
ALTER TABLE "timer_questions" ADD CONSTRAINT "timer_questions_timer_id_fkey" FOREIGN KEY ("timer_id") REFERENCES "timers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE timer_questions
  ADD CONSTRAINT timer_questions_kind_known CHECK (kind IN ('long_run', 'after_hours', 'absence', 'capped')),
  ADD CONSTRAINT timer_questions_answer_known
    CHECK (answer IN ('keep', 'stop', 'trim_stop', 'trim_continue', 'split', 'moot')),
  ADD CONSTRAINT timer_questions_answer_has_instant CHECK ((answer IS NULL) = (answered_at IS NULL)),
  ADD CONSTRAINT timer_questions_absence_has_ends
    CHECK (kind <> 'absence' OR (away_from IS NOT NULL AND away_to IS NOT NULL AND away_from < away_to)),
  ADD CONSTRAINT timer_questions_capped_answered CHECK (kind <> 'capped' OR answer IS NOT NULL),
  ADD CONSTRAINT timer_questions_undo_of_change
    CHECK ((before IS NULL) = (version_after IS NULL) AND (undone_at IS NULL OR before IS NOT NULL)),
  ADD CONSTRAINT timer_questions_asked_positive CHECK (times_asked > 0);

-- One at a time of a timer and a kind; each absence is one of its own.
CREATE UNIQUE INDEX timer_questions_one_open ON timer_questions (timer_id, kind)
  WHERE answered_at IS NULL AND kind <> 'absence';
CREATE UNIQUE INDEX timer_questions_one_absence ON timer_questions (timer_id, away_from) WHERE kind = 'absence';
