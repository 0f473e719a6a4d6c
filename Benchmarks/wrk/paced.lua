-- POST /v1/events at a given rate, whatever the server does: requests have their instants beforehand, one after the
-- other, and any idle connection takes the next. An instant that finds all connections busy is late, and counted: the
-- load would then no longer be an open one.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local ffi = require("ffi")
ffi.cdef [[
struct timespec { long tv_sec; long tv_nsec; };
int clock_gettime(int clock, struct timespec *time);
]]
local time = ffi.new("struct timespec")
local tokens, head, interval, next_at
-- Globals: `done` asks each thread for them.
late, sent = 0, 0
local threads = {}

local function now()
    ffi.C.clock_gettime(1, time)
    return tonumber(time.tv_sec) * 1000 + tonumber(time.tv_nsec) / 1e6
end

local counted = setup
function setup(thread)
    counted(thread)
    table.insert(threads, thread)
end

function init()
    common.seed()
    tokens = common.lines(common.setting("TOKENS"))
    head = common.head("POST", "/v1/events")
    interval = 1000 * common.number("THREADS") / common.number("RATE")
end

-- Milliseconds, whole ones, that a connection waits before its next request.
function delay()
    local at = now()
    next_at = next_at or at
    next_at = next_at + interval
    sent = sent + 1
    -- A millisecond is the clock that wrk waits by.
    if next_at < at - 1 then late = late + 1 end
    return math.max(0, math.floor(next_at - at + 0.5))
end

function request()
    local body = '{"id":"' .. common.uuid() .. '","type":"level_reached","level":' .. math.random(1, 4) .. "}"
    return head .. tokens[math.random(#tokens)] .. common.json(body)
end

function done(summary, latency)
    local all_sent, all_late = 0, 0
    for _, thread in ipairs(threads) do
        all_sent = all_sent + thread:get("sent")
        all_late = all_late + thread:get("late")
    end
    common.report(summary, latency, string.format(', "late": %.5f', all_late / math.max(1, all_sent)))
end
