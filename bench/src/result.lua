-- Prints the result for the benchmark; times are in microseconds.
done = function(summary, latency, requests)
    local errors = summary.errors
    local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
    io.write(string.format(
        'result {"requests":%d,"duration_us":%d,"p50_us":%d,"p99_us":%d,"slowest_us":%d,"failed":%d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max, failed))
end
