internal import Glibc

/// A pipe whose ends close with it.
final class Pipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func write(_ byte: UInt8 = 1) {
        var byte = byte
        precondition(Glibc.write(writeEnd, &byte, 1) == 1)
    }

    /// One byte, or nil when there is none.
    func read() -> UInt8? {
        var byte: UInt8 = 0
        return Glibc.read(readEnd, &byte, 1) == 1 ? byte : nil
    }

    func fill() {
        let bytes = [UInt8](repeating: 0, count: 4096)
        while Glibc.write(writeEnd, bytes, bytes.count) > 0 {}
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while Glibc.read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
