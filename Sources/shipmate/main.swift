internal import EmbeddedPostgres
internal import FoundationEssentials
internal import Glibc

// libpq sends these with every connection, and no connection string can overrule them.
for name in ["PGDATESTYLE", "PGTZ", "PGGEQO"] { unsetenv(name) }

// Swift looks for its arguments beside the environment, which a preloaded library may have moved.
let arguments =
    CommandLine.arguments.isEmpty
    ? (Files.read("/proc/self/cmdline") ?? "").split(separator: "\0", omittingEmptySubsequences: false)
        .dropLast()
        .map(String.init)
    : CommandLine.arguments

exit(
    await Shipmate.run(
        arguments: Array(arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
