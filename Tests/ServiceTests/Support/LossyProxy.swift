import EventLoops
import Foundation
import Glibc
import TestSupport

/// Stands between a pool and PostgreSQL, and when told loses one reply together with its connection: the work
/// was done, and who sent it can't know.
final class LossyProxy: Sendable {
    /// The folder of its socket, as a connection string's `host`.
    let folder: String
    private let server: String
    private let listener: Int32
    private let marker = Locked<String?>(nil)
    private let lost = Locked(0)

    /// Replies lost so far.
    var losses: Int { lost.withLock { $0 } }

    init(to cluster: TestCluster) throws {
        var template = Array("/tmp/shipmate-test-XXXXXX".utf8CString)
        folder = String(cString: mkdtemp(&template))
        server = cluster.folder
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard Self.withAddress(of: folder, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
            throw TestFailure(description: String(cString: strerror(errno)))
        }
        Thread.detachNewThread { self.accept() }
    }

    /// Loses the reply to the next message that names `statement`.
    func loseReply(to statement: String) {
        marker.withLock { $0 = statement }
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        unlink("\(folder)/.s.PGSQL.5432")
        rmdir(folder)
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { break }
            let upstream = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            _ = Self.withAddress(of: server) { connect(upstream, $0, $1) }
            Thread.detachNewThread { self.carry(client, upstream) }
        }
        close(listener)
    }

    private func carry(_ client: Int32, _ upstream: Int32) {
        defer {
            close(client)
            close(upstream)
        }
        var ends = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&ends, 2, -1) > 0 {
            if ends[0].revents != 0 {
                guard let bytes = move(from: client, to: upstream) else { return }
                if isToBeLost(bytes) {
                    // Its reply says that the work is done.
                    var reply = [UInt8](repeating: 0, count: 65_536)
                    _ = recv(upstream, &reply, reply.count, 0)
                    return lost.withLock { $0 += 1 }
                }
            }
            if ends[1].revents != 0, move(from: upstream, to: client) == nil { return }
        }
    }

    private func move(from source: Int32, to target: Int32) -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(source, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        var sent = 0
        while sent < count {
            let step = buffer.withUnsafeBytes {
                send(target, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
            }
            guard step > 0 else { return nil }
            sent += step
        }
        return buffer[..<count]
    }

    private func isToBeLost(_ bytes: ArraySlice<UInt8>) -> Bool {
        marker.withLock { marker in
            guard let wanted = marker, bytes.firstRange(of: Array(wanted.utf8)) != nil else { return false }
            marker = nil
            return true
        }
    }

    private static func withAddress(
        of folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\(folder)/.s.PGSQL.5432".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

struct TestFailure: Error, CustomStringConvertible {
    let description: String
}
