internal import FoundationEssentials

/// The process that runs the tests, as the system sees it.
package enum TestProcess {
    /// Memory in use: `VmRSS` of proc(5).
    package static var residentBytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1_024
    }
}
