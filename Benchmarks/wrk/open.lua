-- GET of short links by an Android phone: one link, or any of as many as there are.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local links, format, tail

function init()
    common.seed()
    links = common.number("LINKS")
    format = "GET /%0" .. common.setting("LENGTH") .. "d"
    tail = " HTTP/1.1\r\nHost: go.example.com\r\nUser-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 "
        .. "(KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36\r\n\r\n"
end

function request()
    return string.format(format, math.random(0, links - 1)) .. tail
end
