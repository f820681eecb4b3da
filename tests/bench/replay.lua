-- Sends the requests of a file, each once and in order, over all connections of one thread.
-- Arguments: the file (for each request a line with its length, then its bytes), the mean pause of a connection between
-- an answer and its next request in milliseconds (0: none). Prints one line of JSON, after the word RESULT.
local ffi = require("ffi")
ffi.cdef "typedef struct { long s; long ns; } timespec_t; int clock_gettime(int clock, timespec_t *now);"

local function microseconds()
  local now = ffi.new("timespec_t")
  ffi.C.clock_gettime(1, now)
  return tonumber(now.s) * 1e6 + tonumber(now.ns) / 1e3
end

local requests, pause = {}, 0
local begun, last = false, 0
exhausted_after = 0 -- microseconds; global, because `done` reads it from another state

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  for length in file:lines() do
    requests[#requests + 1] = file:read(tonumber(length))
    file:read(1)
  end
  pause = tonumber(arguments[2])
  if pause > 0 then
    delay = function() return -pause * math.log(1 - math.random()) end
  end
end

function request()
  if last == 0 and not begun then -- wrk looks at one request before it begins, and does not send it
    begun = microseconds()
    return requests[1]
  end
  if last == 0 then begun = microseconds() end
  last = last + 1
  if last > #requests then
    if exhausted_after == 0 then exhausted_after = microseconds() - begun end
    wrk.thread:stop()
    return "GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
  end
  return requests[last]
end

local thread
function setup(it) thread = it end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    'RESULT {"answers":%d,"microseconds":%d,"exhausted_after":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, thread:get("exhausted_after"), latency:percentile(50), latency:percentile(99),
    e.status, e.connect + e.read + e.write + e.timeout
  ))
end
