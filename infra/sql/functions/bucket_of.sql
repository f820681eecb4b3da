-- The bucket of a match: the first byte of SHA-256 of its id. domain.match.step.bucket_of says the same.
CREATE OR REPLACE FUNCTION log.bucket_of(match_id uuid) RETURNS int2
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN get_byte(sha256(uuid_send(match_id)), 0)::int2;
