-- The way into the log. Takes drafts as arrays of equal length, at most one for each match, and answers each by its
-- place in the arrays:
--   appended  the step is stored as `version`, at time `at` (microseconds since 1970), with `hash`
--   done      this actor's command id is stored already, as `version`
--   conflict  the match is at `version`, which the draft does not follow
--   late      the draft's deadline (`not_after`, microseconds, or null) has passed
--   unknown   the draft is no first step and there is no such match
-- Version 1 creates the match. Positions are dense and in commit order inside a bucket; time never goes back in a match.
--
-- Heads are locked in the order of their keys, then buckets in theirs, so two calls cannot wait for each other. Each
-- lock is a statement of its own: what is compared must be read by a later one, whose snapshot sees what the lock
-- waited for.
CREATE OR REPLACE FUNCTION log.append_steps(
    match_ids uuid[], versions int8[], actors uuid[], command_ids uuid[],
    opens bytea[], sealeds bytea[], digest_lists bytea[], not_afters int8[]
) RETURNS TABLE (place int8, outcome text, version int8, at int8, hash bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
-- A plan that was made while the tables were small is kept when they have grown. So the look-ups below are lateral,
-- which leaves no join to choose, and of two indexes the one that finds fewer rows must win, however few.
SET enable_seqscan = off
SET cpu_operator_cost = 0
SET cpu_index_tuple_cost = 100
AS $$
#variable_conflict use_column
DECLARE
    buckets int2[] := ARRAY(SELECT log.bucket_of(id) FROM unnest(match_ids) WITH ORDINALITY d (id, place) ORDER BY place);
    creates boolean := 1 = ANY (versions);
    clock timestamptz;
BEGIN
    IF (SELECT count(DISTINCT id) FROM unnest(match_ids) id) <> cardinality(match_ids) THEN
        RAISE EXCEPTION 'a batch holds at most one step for each match' USING ERRCODE = 'cardinality_violation';
    END IF;

    -- Waits for a creator of the same match; the rows that are really new stay locked by being ours.
    IF creates THEN
        INSERT INTO log.match_head (bucket, match_id, version, hash, at)
        SELECT d.bucket, d.match_id, 0, decode(repeat('00', 32), 'hex'), '-infinity'
        FROM unnest(buckets, match_ids, versions) d (bucket, match_id, version)
        WHERE d.version = 1
        ORDER BY d.bucket, d.match_id
        ON CONFLICT DO NOTHING;
    END IF;

    PERFORM FROM (SELECT * FROM unnest(buckets, match_ids) d (bucket, match_id) ORDER BY bucket, match_id) d
    CROSS JOIN LATERAL (
        SELECT FROM log.match_head WHERE bucket = d.bucket AND match_id = d.match_id FOR UPDATE
    ) head;

    PERFORM FROM log.bucket_head WHERE bucket = ANY (buckets) ORDER BY bucket FOR UPDATE;

    clock := clock_timestamp();  -- after the locks, so that it follows positions too

    RETURN QUERY
    WITH found AS (
        SELECT d.*, head.version AS head_version, head.hash AS previous, greatest(clock, head.at) AS at,
               stored.version AS stored_version,
               CASE
                   WHEN stored.version IS NOT NULL THEN 'done'
                   WHEN head.version IS NULL THEN 'unknown'
                   WHEN head.version <> d.version - 1 THEN 'conflict'
                   WHEN log.micros(greatest(clock, head.at)) > d.not_after THEN 'late'
                   ELSE 'appended'
               END AS outcome
        FROM unnest(buckets, match_ids, versions, actors, command_ids, opens, sealeds, digest_lists, not_afters)
            WITH ORDINALITY
            d (bucket, match_id, version, actor, command_id, open, sealed, digests, not_after, place)
        LEFT JOIN LATERAL (
            SELECT * FROM log.match_head WHERE bucket = d.bucket AND match_id = d.match_id LIMIT 1
        ) head ON true
        LEFT JOIN LATERAL (  -- of the other indexes only the bucket would serve
            SELECT version FROM log.step
            WHERE bucket = d.bucket AND command_id = d.command_id
              AND (match_id, actor) IS NOT DISTINCT FROM (d.match_id, d.actor) LIMIT 1
        ) stored ON true
    ), judged AS MATERIALIZED (
        SELECT found.*, log.micros(found.at) AS micros,
               counter.pos + count(*) FILTER (WHERE outcome = 'appended')
                   OVER (PARTITION BY found.bucket ORDER BY found.place) AS pos,
               CASE outcome WHEN 'appended' THEN
                   sha256(previous || uuid_send(match_id) || int8send(version) || int8send(log.micros(at))
                          || uuid_send(actor) || uuid_send(command_id) || sha256(open) || digests)
               END AS hash
        FROM found
        CROSS JOIN LATERAL (SELECT * FROM log.bucket_head WHERE bucket = found.bucket LIMIT 1) counter
    ), stored AS (
        INSERT INTO log.step (bucket, match_id, version, pos, actor, command_id, at, open, sealed, digests, hash)
        SELECT bucket, match_id, version, pos, actor, command_id, at, open, sealed, digests, hash
        FROM judged WHERE outcome = 'appended'
    ), moved AS (
        INSERT INTO log.match_head (bucket, match_id, version, hash, at)
        SELECT bucket, match_id, version, hash, at FROM judged WHERE outcome = 'appended'
        ON CONFLICT (bucket, match_id) DO UPDATE SET version = excluded.version, hash = excluded.hash, at = excluded.at
    ), counted AS (
        INSERT INTO log.bucket_head (bucket, pos)
        SELECT bucket, max(pos) FROM judged WHERE outcome = 'appended' GROUP BY bucket
        ON CONFLICT (bucket) DO UPDATE SET pos = excluded.pos
    )
    SELECT place, outcome,
           CASE outcome WHEN 'appended' THEN version WHEN 'done' THEN stored_version WHEN 'conflict' THEN head_version END,
           CASE outcome WHEN 'appended' THEN micros END,
           hash
    FROM judged ORDER BY place;

    -- A first step that came too late leaves no head behind.
    IF creates AND not_afters IS DISTINCT FROM array_fill(NULL::int8, ARRAY[cardinality(versions)]) THEN
        DELETE FROM log.match_head WHERE bucket = ANY (buckets) AND match_id = ANY (match_ids) AND version = 0;
    END IF;
END $$;

REVOKE ALL ON FUNCTION log.append_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log.append_steps TO {service};
