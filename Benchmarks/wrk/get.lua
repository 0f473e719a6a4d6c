-- GET of the URL's path, by random users when there are tokens.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local tokens, head, anonymous

function init()
    common.seed()
    local path = os.getenv("BENCH_TOKENS")
    if path then tokens = common.lines(path) end
    head = common.head("GET", wrk.path)
    anonymous = "GET " .. wrk.path .. " HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port .. "\r\n\r\n"
end

function request()
    if not tokens then return anonymous end
    return head .. tokens[math.random(#tokens)] .. "\r\n\r\n"
end
