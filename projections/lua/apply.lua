#!lua
-- Moves buckets of one projection to their next positions, each together with what that writes. All keys in one slot.
-- KEYS[1]  hash bucket -> position            KEYS[2]  while it is there, nothing is applied
-- ARGV[1]  MessagePack: a list of [bucket, from, to, writes]; a write is a command with its arguments
-- A bucket moves only if it stands at `from`: that is the fence. Answers where each bucket stands afterwards, or
-- nothing when frozen. No write here can fail, so none is done by halves.

-- Puts a player of a scoreboard in the right place of the ranking. Members sort by wins, shared wins, best total.
local function rank(base, player)
    local old = redis.call('HGET', base .. ':members', player)
    if old then redis.call('ZREM', base .. ':ranking', old) end
    local best = redis.call('ZREVRANGE', base .. ':totals:' .. player, 0, 0, 'WITHSCORES')[2]
    if not best then
        redis.call('HDEL', base .. ':members', player)
        return
    end
    local wins = tonumber(redis.call('HGET', base .. ':wins', player) or 0)
    local shared = tonumber(redis.call('HGET', base .. ':shared', player) or 0)
    local member = string.format('%010d:%010d:%010d:%s', wins, shared, tonumber(best) + 1e9, player)
    redis.call('ZADD', base .. ':ranking', 0, member)
    redis.call('HSET', base .. ':members', player, member)
end

-- Notes, when a scoreboard is first heard of, where all buckets stand: no step up to there concerns it.
local function birth(births, board)
    if redis.call('HEXISTS', births, board) == 0 then
        redis.call('HSET', births, board, cmsgpack.pack(redis.call('HGETALL', KEYS[1])))
    end
end

local own = {RANK = rank, BIRTH = birth}

if redis.call('EXISTS', KEYS[2]) == 1 then return false end
local positions = {}
for i, move in ipairs(cmsgpack.unpack(ARGV[1])) do
    local bucket, from, to, writes = unpack(move)
    local position = tonumber(redis.call('HGET', KEYS[1], bucket) or 0)
    if position == from then
        for _, write in ipairs(writes) do
            if own[write[1]] then own[write[1]](write[2], write[3]) else redis.call(unpack(write)) end
        end
        redis.call('HSET', KEYS[1], bucket, to)
        position = to
    end
    positions[i] = position
end
return positions
