-- GET of short links by an Android phone unless told: one link, or any of as many as there are.
local common = dofile(os.getenv("BENCH_LUA") .. "/common.lua")
local android = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
    .. "Mobile Safari/537.36"
local first, links, format, tail

function init()
    common.seed()
    first, links = tonumber(os.getenv("BENCH_FIRST") or 0), common.number("LINKS")
    format = "GET /%0" .. common.setting("LENGTH") .. "d"
    tail = " HTTP/1.1\r\nHost: go.example.com\r\nAccept-Language: de-DE,de;q=0.9\r\nUser-Agent: "
        .. (os.getenv("BENCH_AGENT") or android) .. "\r\n\r\n"
end

function request()
    return string.format(format, math.random(first, first + links - 1)) .. tail
end
