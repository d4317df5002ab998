-- Each request has a number of its own in its path, from `first` on, and is the next one's where cookies are in turns.
local number = first - 1

request = function()
    number = number + 1
    if cookies then
        wrk.headers["cookie"] = cookies[number % #cookies + 1]
    end
    return wrk.format(nil, (path:gsub("{n}", number)))
end
