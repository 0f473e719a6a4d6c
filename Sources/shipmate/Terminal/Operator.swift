internal import Glibc

/// The user who runs a command.
enum Operator {
    /// As the audit names them.
    static var name: String { "command as uid \(getuid())" }
}
