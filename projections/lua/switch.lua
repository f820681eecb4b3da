#!lua
-- Makes a generation the active one, if the rebuild that filled it still holds the claim.
-- KEYS: active, building         ARGV: the generation
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1
