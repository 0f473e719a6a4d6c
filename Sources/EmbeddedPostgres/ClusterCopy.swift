internal import Glibc

/// Copies a template's cluster in two parts: PostgreSQL starts while the second one is copied.
struct ClusterCopy {
    private static let millisecondsMax = 60_000
    /// The number of `template1`, which PostgreSQL's own processes may open.
    private static let firstDatabase = "1"

    let template: String
    let cluster: String
    let account: ClusterAccount

    /// All that PostgreSQL needs to start.
    func copyFirst() throws(EmbeddedPostgresError) {
        try account.ownDirectory(cluster)
        try account.ownDirectory(cluster + "/base")
        let others = Files.names(in: template).filter { $0 != "base" }.map { "\(template)/\($0)" }
        let copies = [
            try start(others, to: cluster),
            try start(["\(template)/base/\(Self.firstDatabase)"], to: cluster + "/base"),
        ]
        for copy in copies { try finish(copy) }
    }

    /// The databases that are opened by clients alone.
    func startSecond() throws(EmbeddedPostgresError) -> ChildProcess {
        let names = Files.names(in: template + "/base").filter { $0 != Self.firstDatabase }
        return try start(names.map { "\(template)/base/\($0)" }, to: cluster + "/base")
    }

    func finish(_ copy: ChildProcess) throws(EmbeddedPostgresError) {
        guard copy.wait(milliseconds: Self.millisecondsMax)?.isSuccess != true else { return }
        throw .lastError(cluster, "can't be copied from \(template)")
    }

    private func start(_ paths: [String], to target: String) throws(EmbeddedPostgresError) -> ChildProcess {
        try ChildProcess.start(
            ["/bin/cp", "-R", "--preserve=ownership", "--reflink=auto", "--"] + paths + [target])
    }
}
