internal import Glibc

/// A caller's TCP socket; it closes when released.
final class Client: Sendable {
    private let descriptor: Int32

    /// Not connected yet.
    init() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        precondition(descriptor >= 0)
    }

    /// Connected to a port of this machine; nil when nobody listens.
    convenience init?(port: UInt16) {
        self.init()
        guard connect(to: port) else { return nil }
    }

    /// Whether somebody listens there.
    func connect(to port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, length) == 0
            }
        }
    }

    deinit {
        close(descriptor)
    }
}
