-- Tickets that a person keeps at hand. The workspace is that of the ticket, so that no pin can cross into another.
CREATE TABLE "ticket_pins" (
    "user_id" UUID NOT NULL,
    "ticket_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_pins_pkey" PRIMARY KEY ("user_id","ticket_id")
);
CREATE INDEX "ticket_pins_ticket_id_idx" ON "ticket_pins"("ticket_id");
ALTER TABLE "ticket_pins" ADD CONSTRAINT "ticket_pins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "ticket_pins" ADD CONSTRAINT "ticket_pins_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Open tickets are counted by project, whatever else the workspace has.
CREATE INDEX tickets_open_of_project ON tickets (project_id) WHERE archived_at IS NULL;

-- How much a person means to track in a day and in a week; empty when they set no target.
ALTER TABLE "users" ADD COLUMN "day_target_seconds" INTEGER, ADD COLUMN "week_target_seconds" INTEGER;
ALTER TABLE users ADD CONSTRAINT users_day_target_range CHECK (day_target_seconds BETWEEN 60 AND 86400);
ALTER TABLE users ADD CONSTRAINT users_week_target_range CHECK (week_target_seconds BETWEEN 60 AND 604800);
