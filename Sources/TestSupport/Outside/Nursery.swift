internal import EventLoops
internal import Glibc

/// Starts servers outside: one process of Python, which has read what they need, for all tests of this
/// process. To start Python for each took longer than most tests.
final class Nursery: Sendable {
    static let shared = Result { try Nursery() }

    private let folder: TestFolder
    private let exchange: Locked<(input: Int32, output: Int32)>

    private init() throws {
        folder = try TestFolder()
        let script = "\(folder.path)/nursery.py"
        try OutsideServer.write(PackageResources.nursery_py, to: script)
        try OutsideServer.write(PackageResources.issuer_keys_py, to: "\(folder.path)/issuer_keys.py")
        let (input, output) = (try Shell.makePipe(), try Shell.makePipe())
        _ = try Shell.start("/usr/bin/python3 \(script)", descriptors: [0: input[0], 1: output[1]])
        Shell.close(input[0])
        Shell.close(output[1])
        exchange = Locked((input: input[1], output: output[0]))
    }

    func start(_ script: String, _ folder: String, _ arguments: [String]) throws -> pid_t {
        let answer = try ask((["start", script, folder] + arguments).joined(separator: " "))
        guard let process = pid_t(answer) else {
            throw TestCluster.Failure(description: "no server outside: \(answer)")
        }
        return process
    }

    func end(_ process: pid_t) throws {
        _ = try ask("end \(process)")
    }

    func forget(_ process: pid_t, _ folder: String) throws {
        _ = try ask("forget \(process) \(folder)")
    }

    private func ask(_ line: String) throws -> String {
        try exchange.withLock { ends in
            let bytes = Array("\(line)\n".utf8)
            guard write(ends.input, bytes, bytes.count) == bytes.count else {
                throw TestCluster.Failure(description: "the nursery is gone")
            }
            var answer: [UInt8] = []
            var byte: UInt8 = 0
            while read(ends.output, &byte, 1) == 1, byte != 0x0A { answer.append(byte) }
            return String(decoding: answer, as: UTF8.self)
        }
    }
}
