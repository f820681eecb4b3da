#!lua flags=no-writes
-- A page of a scoreboard, best first, read at one moment.
-- KEYS: the board's positions, the ranking, the hash of names, that of matches played
-- ARGV: where to begin ('+' or '(member'), how many
local members = redis.call('ZREVRANGEBYLEX', KEYS[2], ARGV[1], '-', 'LIMIT', 0, ARGV[2])
local names, played, before, better = {}, {}, 0, 0
for i, member in ipairs(members) do
    local player = string.sub(member, -32)
    names[i] = redis.call('HGET', KEYS[3], player)
    played[i] = redis.call('HGET', KEYS[4], player)
end
if members[1] then
    before = redis.call('ZREVRANK', KEYS[2], members[1])
    -- ';' follows ':': what sorts after it has better figures than the first one here
    better = redis.call('ZLEXCOUNT', KEYS[2], '(' .. string.sub(members[1], 1, -34) .. ';', '+')
end
return {redis.call('HEXISTS', KEYS[1], 'complete'), members, names, played, before, better}
