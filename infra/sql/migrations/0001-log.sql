-- The log: append-only steps, and what an append locks. Every key begins with the bucket, so each bucket stands alone.

CREATE TABLE IF NOT EXISTS log.step (
    bucket     int2        NOT NULL,
    match_id   uuid        NOT NULL,
    version    int8        NOT NULL CHECK (version >= 1),
    pos        int8        NOT NULL,  -- dense and in commit order inside the bucket, from 1
    actor      uuid        NOT NULL,
    command_id uuid        NOT NULL,
    at         timestamptz NOT NULL,
    open       bytea       NOT NULL,  -- exact bytes: hash covers them
    sealed     bytea       NOT NULL,
    digests    bytea       NOT NULL,
    hash       bytea       NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (bucket, match_id, version),
    UNIQUE (bucket, pos),
    UNIQUE (bucket, command_id, match_id, actor)
);

-- One row a match: what the next append compares with and chains to. Version 0 exists only inside a transaction.
CREATE TABLE IF NOT EXISTS log.match_head (
    bucket   int2        NOT NULL,
    match_id uuid        NOT NULL,
    version  int8        NOT NULL,
    hash     bytea       NOT NULL,
    at       timestamptz NOT NULL,
    PRIMARY KEY (bucket, match_id)
) WITH (fillfactor = 50);  -- room on the page for the next version of the row

-- One row a bucket: the last position given.
CREATE TABLE IF NOT EXISTS log.bucket_head (
    bucket int2 PRIMARY KEY CHECK (bucket BETWEEN 0 AND 255),
    pos    int8 NOT NULL
) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

INSERT INTO log.bucket_head SELECT bucket, 0 FROM generate_series(0, 255) bucket ON CONFLICT DO NOTHING;
