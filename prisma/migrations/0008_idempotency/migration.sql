-- A person's key is found whatever workspace they are in by now: one who leaves a workspace and asks again, since the
-- answer got lost, is in another one. The ids of API keys and of people do not meet, so the sender is enough.
DELETE FROM "idempotency_keys" AS older USING "idempotency_keys" AS newer
  WHERE older.sender_id = newer.sender_id AND older.key = newer.key
    AND (older.created_at, older.workspace_id) < (newer.created_at, newer.workspace_id);
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey";
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("sender_id", "key");
