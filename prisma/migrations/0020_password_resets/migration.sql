-- Links by which somebody sets a new password: each works once and for a short time.
CREATE TABLE "password_resets" (
  "id" UUID NOT NULL,
  "user_id" UUID NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),
  CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets"("token_hash");
CREATE INDEX "password_resets_user_id_idx" ON "password_resets"("user_id");
CREATE INDEX "password_resets_expires_at_idx" ON "password_resets"("expires_at");
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE password_resets ADD CONSTRAINT password_resets_hash_is_sha256 CHECK (octet_length(token_hash) = 32);
ALTER TABLE password_resets ADD CONSTRAINT password_resets_lasts_an_hour_at_most
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '1 hour');
ALTER TABLE password_resets ADD CONSTRAINT password_resets_used_in_time CHECK (used_at IS NULL OR used_at >= created_at);
