internal import Glibc

/// A listening socket that is given to one server after the other, as systemd does.
package final class HandedSocket: Sendable {
    package let port: UInt16
    private let descriptor: Int32

    package init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = self.descriptor
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) | listen(descriptor, 1_024)
                    | getsockname(descriptor, $0, &length)
            }
        }
        guard status == 0 else { throw TestCluster.Failure(description: "no socket to hand over") }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close(descriptor)
    }

    /// The start of a server's command line, so that it finds the socket: sd_listen_fds(3).
    package var prefix: [String] {
        // Children inherit it, other than all else here.
        _ = fcntl(descriptor, F_SETFD, 0)
        return ["/bin/bash", "-c", "exec 3<&\(descriptor) && LISTEN_FDS=1 exec \"$@\"", "bash"]
    }
}
