-- Each request is the next one's in the list of cookies; all are made before the first is sent.
local requests, turn = {}, 0

init = function()
    for place, cookie in ipairs(cookies) do
        wrk.headers["cookie"] = cookie
        requests[place] = wrk.format()
    end
end

request = function()
    turn = turn % #requests + 1
    return requests[turn]
end
