#!lua flags=no-writes
-- The summaries of the matches that wait for a player, the longest waiting first, read at one moment.
-- KEYS: the projection's positions, the player's turns, the hash of summaries         ARGV: how many at most
local summaries = {}
for i, id in ipairs(redis.call('ZRANGE', KEYS[2], 0, ARGV[1] - 1)) do
    summaries[i] = redis.call('HGET', KEYS[3], id)
end
return {redis.call('HEXISTS', KEYS[1], 'complete'), summaries}
