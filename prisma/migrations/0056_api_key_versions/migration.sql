-- Changes of a key name the version that they are meant for, as those of everything else that is edited over the API. The
-- version before changes no key but by revoking it, which ends it whatever its version is.
ALTER TABLE api_keys ADD COLUMN version INT NOT NULL DEFAULT 1;
