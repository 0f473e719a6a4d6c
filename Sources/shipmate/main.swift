internal import FoundationEssentials
internal import Glibc

// libpq sends these with every connection, and no connection string can overrule them.
for name in ["PGDATESTYLE", "PGTZ", "PGGEQO"] { unsetenv(name) }

exit(
    await Shipmate.run(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
)
