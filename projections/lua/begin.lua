#!lua
-- Begins a scoreboard where it was first heard of, except for buckets that have positions.
-- KEYS[1]  hash bucket -> position            KEYS[2]  while it is there, nothing begins
-- ARGV     MessagePack: bucket, position, bucket, … (without one: 0), how many buckets there are
-- Answers like `positions`.
if redis.call('EXISTS', KEYS[2]) == 0 then
    local birth, known = cmsgpack.unpack(ARGV[1]), {}
    for i = 1, #birth, 2 do known[birth[i]] = birth[i + 1] end
    for bucket = 0, ARGV[2] - 1 do
        local name = string.format('%d', bucket)
        redis.call('HSETNX', KEYS[1], name, known[name] or '0')
    end
end
return cmsgpack.pack(redis.call('HGETALL', KEYS[1]))
