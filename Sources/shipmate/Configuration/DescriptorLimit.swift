internal import Glibc

/// How many descriptors the process may have open.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one and returns what is then in force.
    static func raise() -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        let former = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        if setrlimit(resource, &limit) != 0 { limit.rlim_cur = former }
        return Int(clamping: limit.rlim_cur)
    }
}
