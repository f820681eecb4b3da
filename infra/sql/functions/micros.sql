-- Microseconds since 1970 (UTC), exact. Stable, not immutable, so that it is inlined.
CREATE OR REPLACE FUNCTION log.micros(at timestamptz) RETURNS int8
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (extract(epoch FROM at) * 1000000)::int8;
