-- Single events of the open parts, for people with psql. `index` is the event's place in its step;
-- sealed events leave gaps there.
CREATE OR REPLACE VIEW log.event WITH (security_invoker = true) AS
SELECT step.bucket, step.match_id, step.version, step.pos, step.at, step.actor,
       coalesce((part.open -> 'at' ->> (event.nth - 1)::int)::int, (event.nth - 1)::int) AS index,
       event.value ->> 'type' AS type,
       event.value AS event
FROM log.step
CROSS JOIN LATERAL (SELECT convert_from(step.open, 'UTF8')::json AS open) part
CROSS JOIN LATERAL json_array_elements(part.open -> 'events') WITH ORDINALITY event (value, nth);
