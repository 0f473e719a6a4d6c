internal import Glibc

/// The process's file descriptors.
enum Descriptors {
    /// Raises the soft limit to the hard one, and returns the result.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        let former = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        if setrlimit(resource, &limit) != 0 { limit.rlim_cur = former }
        return Int(clamping: limit.rlim_cur)
    }
}
