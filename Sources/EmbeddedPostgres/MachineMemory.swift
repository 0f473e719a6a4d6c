internal import Glibc

/// The memory there is to use.
enum MachineMemory {
    /// In bytes: the machine's, or less where a container may have less (Linux's control groups, version 2).
    static var bytes: Int {
        let machine = max(0, sysconf(Int32(_SC_PHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
        return min(machine, limit(Files.read("/sys/fs/cgroup/memory.max")) ?? .max)
    }

    /// The value of `memory.max`; nil for `max`.
    static func limit(_ text: String?) -> Int? {
        text.flatMap { Int($0.prefix { $0 != "\n" }) }
    }
}
