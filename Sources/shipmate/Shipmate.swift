internal import EventLoops
internal import FoundationEssentials
internal import Glibc

/// The program: arguments and environment in, exit status out.
enum Shipmate {
    static let version = "0.1.0"

    static func run(arguments: [String], environment: [String: String]) async -> Int32 {
        do {
            let command = try Command.parse(arguments)
            switch command {
            case .help(let topic): Console.print(topic.text)
            case .version: Console.print("shipmate \(version)")
            case .demo: try await perform(command, Configuration(environment: [:]))
            default: try await perform(command, Configuration(environment: environment))
            }
            return 0
        } catch let error as UsageError {
            Console.complain(error.description)
            return UsageError.exitStatus
        } catch let error as ConfigurationMistakes {
            Console.complain(error.description)
            return ConfigurationMistakes.exitStatus
        } catch {
            Console.report("\(error)")
            return 1
        }
    }

    private static func perform(_ command: Command, _ configuration: Configuration) async throws {
        var configuration = configuration
        if let connectionsMax = configuration.bound(toDescriptors: Descriptors.raiseLimit()) {
            Console.report("SHIPMATE_HTTP_CONNECTIONS_MAX lowered to \(connectionsMax): the descriptor limit")
        }
        switch command {
        case .serve: try await Serve(configuration: configuration).run()
        case .check(isLive: true): try LiveCheck(configuration.http).run()
        default: throw NotJoined()
        }
    }

    private struct NotJoined: Error, CustomStringConvertible {
        let description = "not joined to the service yet"
    }
}
