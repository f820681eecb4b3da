-- Who may do what. {owner} owns the tables, {door} owns the way into the log, {service} serves. Repeated at every
-- migration, so that nothing granted by hand stays.

GRANT USAGE ON SCHEMA log, house TO {door}, {service};
REVOKE ALL ON ALL TABLES IN SCHEMA log FROM PUBLIC, {door}, {service};
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA log FROM {owner};

GRANT SELECT ON ALL TABLES IN SCHEMA log TO {service};
GRANT SELECT, INSERT ON log.step TO {door};
GRANT SELECT, INSERT, UPDATE, DELETE ON log.match_head TO {door};
GRANT SELECT, INSERT, UPDATE ON log.bucket_head TO {door};

REVOKE ALL ON FUNCTION log.bucket_of, log.micros, log.refuse_change FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log.bucket_of, log.micros TO {door}, {service};

REVOKE ALL ON ALL TABLES IN SCHEMA house FROM PUBLIC, {service};
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA house TO {service};
