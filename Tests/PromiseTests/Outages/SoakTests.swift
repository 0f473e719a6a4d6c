import EventLoops
import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// What serving leaves behind: nothing.
    @Suite(.ofEmbeddedPostgres) struct SoakTests {
        private static let clients = 8
        /// The allocator's arenas take some; a leak of a kilobyte a request would be thrice as much.
        private static let growthKiBMax = 4_096

        @Test func `thousands of connections and requests leave no descriptor and hardly any memory`()
            async throws
        {
            let install = try ServedInstall()
            defer { install.remove() }
            try await install.start()
            let user = try TestClient(port: install.port).signUp()
            try await ask(2_000, as: user, of: install)
            let (descriptors, memory) = (install.descriptorCount, install.residentKiB)
            for _ in 0..<4 { try await ask(3_000, as: user, of: install) }
            #expect(await eventually { install.descriptorCount <= descriptors })
            #expect(install.residentKiB - memory < Self.growthKiBMax)
        }

        /// Each client on connections of ten requests.
        private func ask(_ count: Int, as user: TestUser, of install: ServedInstall) async throws {
            let port = install.port
            try await Crowd.run(Self.clients) { _ in
                for _ in 0..<count / Self.clients / 10 {
                    let client = try TestClient(port: port)
                    for _ in 0..<10 {
                        let call = levelCall(3, token: user.token, id: newID())
                        try client.insist(call).required(200)
                    }
                }
            }
        }
    }
}

extension ServedInstall {
    fileprivate var descriptorCount: Int {
        Files.names(in: "/proc/\(pid)/fd").count
    }

    /// Of the process's memory what is in the machine's: proc(5).
    fileprivate var residentKiB: Int {
        let pages = (Files.read("/proc/\(pid)/statm") ?? "").split(separator: " ").dropFirst().first
        return pages.flatMap { Int($0) }.map { $0 * 4 } ?? 0
    }
}
