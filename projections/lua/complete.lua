#!lua
-- Marks a projection whose buckets have all reached what were the heads of the log: its lists are complete.
-- KEYS[1]  hash bucket -> position            ARGV[1]  MessagePack: a list of [bucket, head]
for _, wanted in ipairs(cmsgpack.unpack(ARGV[1])) do
    if tonumber(redis.call('HGET', KEYS[1], wanted[1]) or 0) < wanted[2] then return 0 end
end
redis.call('HSET', KEYS[1], 'complete', 1)
return 1
