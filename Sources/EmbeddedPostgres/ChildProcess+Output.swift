internal import Glibc

extension ChildProcess {
    /// Runs a short program to its end and returns what it printed, or nil when it failed.
    static func output(of arguments: [String]) -> String? {
        guard let (ours, theirs) = try? channel() else { return nil }
        defer { close(ours) }
        let child = try? start(arguments, output: theirs)
        close(theirs)
        guard let child else { return nil }
        let text = Files.readAll(ours, bytesMax: 65_536)
        return child.wait(milliseconds: 5_000)?.isSuccess == true ? text : nil
    }

    /// Runs a program to its end with `input` on its standard input. `input` must fit a socket's buffer.
    static func run(
        _ arguments: [String], input: String, output: Int32
    ) throws(EmbeddedPostgresError) -> Exit? {
        let (ours, theirs) = try channel()
        defer { close(theirs) }
        Files.writeAll(ours, input)
        close(ours)
        return try start(arguments, input: theirs, output: output, errors: output).wait(milliseconds: 300_000)
    }

    /// Two ends of a pipe that no other child inherits: a socket pair, since it is born close-on-exec.
    private static func channel() throws(EmbeddedPostgresError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .system("socketpair") }
        return (ends[0], ends[1])
    }
}
