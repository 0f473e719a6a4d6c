import Foundation

public typealias Clock = @Sendable () -> Date
/// Returns so many random bytes.
public typealias Random = @Sendable (_ count: Int) -> [UInt8]
/// Gets one line. Lines have no token, secret, e-mail or password.
public typealias Log = @Sendable (_ line: String) -> Void

/// Everything that an app can replace. The defaults work.
public struct Options: Sendable {
    /// `nil`: the Keychain on Apple's systems, files in `folder` elsewhere.
    public var store: (any SecretStore)?
    /// The folder of the journal. `nil`: a folder of the host in Application Support.
    public var folder: URL?
    public var transport: any Transport = URLSessionTransport()
    public var now: Clock = { Date() }
    public var random: Random = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
    public var log: Log = { _ in }
    public var journal = JournalLimits()
    /// An access group of the Keychain, for an app and its extensions.
    public var accessGroup: String?
    /// Events are sent so long after they were recorded, in seconds.
    public var sendDelaySeconds = 1.0

    public init() {}
}

/// What the journal holds at most.
public struct JournalLimits: Sendable, Equatable {
    public var events = 10_000
    public var bytes = 4 * 1024 * 1024

    public init() {}
}

extension Options {
    func resolvedFolder(host: URL) -> URL {
        folder ?? Self.defaultFolder.appendingPathComponent(Self.name(of: host))
    }

    func resolvedStore(host: URL) -> any SecretStore {
        if let store { return store }
        #if canImport(Security)
            return KeychainStore(service: "shipmate.\(Self.name(of: host))", accessGroup: accessGroup)
        #else
            return FileStore(folder: resolvedFolder(host: host))
        #endif
    }

    private static var defaultFolder: URL {
        let manager = FileManager.default
        let base =
            manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? manager.temporaryDirectory
        #if canImport(Darwin)
            return base.appendingPathComponent("Shipmate")
        #else
            return base.appendingPathComponent("shipmate").appendingPathComponent(
                ProcessInfo.processInfo.processName)
        #endif
    }

    private static func name(of host: URL) -> String {
        String(host.absoluteString.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
    }
}
