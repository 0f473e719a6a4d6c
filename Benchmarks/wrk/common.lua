-- What every script shares: numbered threads, random ids, whole requests as text, and a summary for wrk.py.
local common = {}
local threads = 0

function setup(thread)
    thread:set("thread_index", threads)
    threads = threads + 1
end

function common.seed()
    local file = io.open("/dev/urandom", "rb")
    local a, b, c = file:read(3):byte(1, 3)
    file:close()
    math.randomseed(a * 65536 + b * 256 + c)
end

function common.setting(name)
    -- In parentheses: assert returns its message too.
    return (assert(os.getenv("BENCH_" .. name), "BENCH_" .. name .. " is not set"))
end

function common.number(name)
    return tonumber(common.setting(name))
end

-- A version 4 UUID.
function common.uuid()
    local random = math.random
    return string.format("%04x%04x-%04x-4%03x-%04x-%04x%04x%04x", random(0, 65535), random(0, 65535),
        random(0, 65535), random(0, 4095), random(32768, 49151), random(0, 65535), random(0, 65535),
        random(0, 65535))
end

-- A version 7 UUID: it begins with the time, in milliseconds.
function common.time_uuid()
    local random, at = math.random, os.time() * 1000 + math.random(0, 999)
    return string.format("%08x-%04x-7%03x-%04x-%04x%04x%04x", math.floor(at / 65536), at % 65536, random(0, 4095),
        random(32768, 49151), random(0, 65535), random(0, 65535), random(0, 65535))
end

-- The uid of one of the users that act: suite/population.py.
function common.active_uid(settings)
    local n = settings.first + math.random(0, settings.active - 1) * settings.step
    return settings.prefix .. string.format("%d", n)
end

function common.active_settings()
    return {
        prefix = common.setting("UID_PREFIX"), first = common.number("FIRST"), active = common.number("ACTIVE"),
        step = common.number("STEP"),
    }
end

function common.lines(path)
    local lines = {}
    for line in io.lines(path) do lines[#lines + 1] = line end
    return lines
end

-- The start of a request up to where a token, or a key, goes.
function common.head(method, path)
    return method .. " " .. path .. " HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port
        .. "\r\nAuthorization: Bearer "
end

function common.json(body)
    return "\r\nContent-Type: application/json\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

-- `more`: further members of the summary, as JSON.
function common.report(summary, latency, more)
    local errors = summary.errors
    local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
    print(string.format('{"requests": %d, "seconds": %.6f, "failed": %d, "p50_ms": %.3f, "p99_ms": %.3f%s}',
        summary.requests, summary.duration / 1e6, failed, latency:percentile(50) / 1e3,
        latency:percentile(99) / 1e3, more))
end

function done(summary, latency)
    common.report(summary, latency, "")
end

return common
