#!lua flags=no-writes
-- A page of a list, newest first, with the summaries of its matches, read at one moment.
-- KEYS: the projection's positions, the list, the hash of summaries
-- ARGV: where to begin ('+' or '(member'), how many
local members = redis.call('ZREVRANGEBYLEX', KEYS[2], ARGV[1], '-', 'LIMIT', 0, ARGV[2])
local summaries = {}
for i, member in ipairs(members) do
    summaries[i] = redis.call('HGET', KEYS[3], string.sub(member, -32))
end
return {redis.call('HEXISTS', KEYS[1], 'complete'), members, summaries}
