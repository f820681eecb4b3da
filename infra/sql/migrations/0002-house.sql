-- The house: who plays, encrypted seeds, and editions seen. Not part of the log; rows here may change.
-- depends: 0001-log

CREATE TABLE IF NOT EXISTS house.player (
    id         uuid        PRIMARY KEY,
    name       text        NOT NULL,
    token_hash bytea       NOT NULL,  -- SHA-256 of the secret part of the token
    role       text        NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'arbiter', 'administrator')),
    created_at timestamptz NOT NULL DEFAULT now()
);

-- A seed as the service key encrypted it: AES-GCM, the match id as associated data.
CREATE TABLE IF NOT EXISTS house.seed (
    match_id   uuid  PRIMARY KEY,
    key_id     text  NOT NULL,
    nonce      bytea NOT NULL,
    ciphertext bytea NOT NULL
);

-- Editions seen, by SHA-256 of their bytes, so that old matches keep theirs.
CREATE TABLE IF NOT EXISTS house.edition (
    digest bytea PRIMARY KEY,
    game   text  NOT NULL,
    bytes  bytea NOT NULL
);
