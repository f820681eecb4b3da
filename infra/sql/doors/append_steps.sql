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
-- Plans outlive the empty tables they were made on: only index look-ups are right here.
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
    clock timestamptz;
BEGIN
    IF (SELECT count(DISTINCT id) FROM unnest(match_ids) id) <> cardinality(match_ids) THEN
        RAISE EXCEPTION 'a batch holds at most one step for each match' USING ERRCODE = 'cardinality_violation';
    END IF;

    -- Waits for a creator of the same match; the rows that are really new stay locked by being ours.
    IF 1 = ANY (versions) THEN
        INSERT INTO log.match_head (bucket, match_id, version, hash, at)
        SELECT log.bucket_of(draft.id), draft.id, 0, decode(repeat('00', 32), 'hex'), '-infinity'
        FROM unnest(match_ids, versions) draft (id, version)
        WHERE draft.version = 1
        ORDER BY log.bucket_of(draft.id), draft.id
        ON CONFLICT DO NOTHING;
    END IF;

    PERFORM FROM unnest(match_ids) draft (id)
    JOIN log.match_head head ON head.bucket = log.bucket_of(draft.id) AND head.match_id = draft.id
    ORDER BY head.bucket, head.match_id
    FOR UPDATE OF head;

    PERFORM FROM log.bucket_head counter
    WHERE counter.bucket IN (SELECT log.bucket_of(id) FROM unnest(match_ids) id)
    ORDER BY counter.bucket
    FOR UPDATE;

    clock := clock_timestamp();  -- after the locks, so that it follows positions too

    RETURN QUERY
    WITH draft AS (
        SELECT log.bucket_of(d.match_id) AS bucket, d.*
        FROM unnest(match_ids, versions, actors, command_ids, opens, sealeds, digest_lists, not_afters) WITH ORDINALITY
            d (match_id, version, actor, command_id, open, sealed, digests, not_after, place)
    ), judged AS (
        SELECT draft.*, head.version AS head_version, head.hash AS previous, stored.version AS stored_version,
               greatest(clock, head.at) AS at,
               CASE
                   WHEN stored.version IS NOT NULL THEN 'done'
                   WHEN head.version IS NULL THEN 'unknown'
                   WHEN head.version <> draft.version - 1 THEN 'conflict'
                   WHEN log.micros(greatest(clock, head.at)) > draft.not_after THEN 'late'
                   ELSE 'appended'
               END AS outcome
        FROM draft
        LEFT JOIN log.match_head head ON head.bucket = draft.bucket AND head.match_id = draft.match_id
        LEFT JOIN log.step stored ON stored.bucket = draft.bucket AND stored.match_id = draft.match_id
            AND stored.actor = draft.actor AND stored.command_id = draft.command_id
    ), fresh AS (
        SELECT judged.*, counter.pos + row_number() OVER (PARTITION BY judged.bucket ORDER BY judged.place) AS pos,
               sha256(judged.previous || uuid_send(judged.match_id) || int8send(judged.version)
                      || int8send(log.micros(judged.at)) || uuid_send(judged.actor) || uuid_send(judged.command_id)
                      || sha256(judged.open) || judged.digests) AS hash
        FROM judged
        JOIN log.bucket_head counter ON counter.bucket = judged.bucket
        WHERE judged.outcome = 'appended'
    ), stored AS (
        INSERT INTO log.step (bucket, match_id, version, pos, actor, command_id, at, open, sealed, digests, hash)
        SELECT bucket, match_id, version, pos, actor, command_id, at, open, sealed, digests, hash FROM fresh
    ), moved AS (
        UPDATE log.match_head head SET version = fresh.version, hash = fresh.hash, at = fresh.at
        FROM fresh WHERE head.bucket = fresh.bucket AND head.match_id = fresh.match_id
    ), counted AS (
        UPDATE log.bucket_head counter SET pos = last.pos
        FROM (SELECT bucket, max(pos) AS pos FROM fresh GROUP BY bucket) last WHERE counter.bucket = last.bucket
    )
    SELECT judged.place, judged.outcome,
           CASE judged.outcome WHEN 'appended' THEN judged.version WHEN 'done' THEN judged.stored_version
                               WHEN 'conflict' THEN judged.head_version END,
           log.micros(fresh.at), fresh.hash
    FROM judged LEFT JOIN fresh ON fresh.place = judged.place
    ORDER BY judged.place;

    -- A first step that came too late leaves no head behind.
    IF 1 = ANY (versions) THEN
        DELETE FROM log.match_head head
        USING unnest(match_ids) draft (id)
        WHERE head.bucket = log.bucket_of(draft.id) AND head.match_id = draft.id AND head.version = 0;
    END IF;
END $$;

REVOKE ALL ON FUNCTION log.append_steps FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log.append_steps TO {service};
