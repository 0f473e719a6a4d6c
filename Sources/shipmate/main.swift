internal import FoundationEssentials
internal import Glibc

exit(
    await Shipmate.run(
        arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
)
