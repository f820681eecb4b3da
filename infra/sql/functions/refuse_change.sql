-- Steps are never changed and never removed. Fires for everybody, the owner and replication included.
CREATE OR REPLACE FUNCTION log.refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on log.step is refused: the log is append-only', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON log.step
FOR EACH STATEMENT EXECUTE FUNCTION log.refuse_change();
ALTER TABLE log.step ENABLE ALWAYS TRIGGER refuse_change;
