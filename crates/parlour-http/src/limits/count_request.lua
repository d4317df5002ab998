-- One request, asked of one client's window.
-- KEYS: the client's stamps, the stamps all newcomers share, the register of clients with stamps of their own.
-- ARGV: now, window (both ms), count, most clients, the client.
-- Answer: allowed, remaining, ms until the next place is free.
--
-- Only stamps are compared with the caller's clock. What is kept, and for how long, goes by the server's, like
-- every expiry, so callers whose clocks differ or stand still do not fill the register.

local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local count, most_clients = tonumber(ARGV[3]), tonumber(ARGV[4])
local stamps, register = KEYS[1], KEYS[3]

local time = redis.call('time')
local server_now = time[1] * 1000 + math.floor(time[2] / 1000)

if redis.call('exists', stamps) == 0 then
  local passed = redis.call('zrangebyscore', register, '-inf', server_now, 'limit', 0, 8)
  if #passed > 0 then
    redis.call('zrem', register, unpack(passed))
  end
  if redis.call('zcard', register) >= most_clients then
    stamps = KEYS[2]
  end
end

-- A stamp still to come was written before a clock was set back, or by a process whose clock is ahead: it
-- counts from now on.
local changed = false
local place = -1
local newest = redis.call('lindex', stamps, place)
while newest and tonumber(newest) > now do
  redis.call('lset', stamps, place, ARGV[1])
  changed = true
  place = place - 1
  newest = redis.call('lindex', stamps, place)
end

local oldest = redis.call('lindex', stamps, 0)
while oldest and now - tonumber(oldest) >= window do
  redis.call('lpop', stamps)
  oldest = redis.call('lindex', stamps, 0)
end

local counted = redis.call('llen', stamps)
local allowed = 0
if counted < count then
  redis.call('rpush', stamps, ARGV[1])
  counted = counted + 1
  allowed = 1
  changed = true
end

if changed then
  redis.call('pexpire', stamps, window)
  if stamps == KEYS[1] then
    redis.call('zadd', register, server_now + window, ARGV[5])
    redis.call('pexpire', register, window)
  end
end

-- More stamps than the count are there when another process has, or had, a larger quota.
local next_to_leave = redis.call('lindex', stamps, math.max(counted - count, 0))
local wait = window
if next_to_leave then
  wait = tonumber(next_to_leave) + window - now
end
return { allowed, math.max(count - counted, 0), wait }
