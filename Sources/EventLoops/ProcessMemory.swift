internal import CLibevent

/// The process's memory, which glibc keeps for later when it is freed.
package enum ProcessMemory {
    /// Gives the system what is free. It takes some milliseconds: for after a flood, not for every day.
    package static func giveBack() {
        _ = malloc_trim(0)
    }
}
