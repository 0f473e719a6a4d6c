package import EventLoops
package import HTTP

/// The console's configuration from outside.
package struct ConsoleConfiguration: Sendable {
    /// A setting of the process, as its health page shows it.
    package struct Setting: Sendable {
        /// The environment variable.
        package let name: String
        /// `***` for a secret.
        package let value: String
        /// Whether the environment sets it.
        package let isSet: Bool

        package init(name: String, value: String, isSet: Bool) {
            self.name = name
            self.value = value
            self.isSet = isSet
        }
    }

    /// Where browsers reach the service, such as `https://api.example.com`; empty where nothing says so. The
    /// console is then served to this machine alone.
    package var publicURL: String
    package var clientAddress: ClientAddress
    /// Addresses that may reach the console; nil for all.
    package var allowed: AddressList?
    package var version: String
    package var settings: @Sendable () -> [Setting]
    /// Reads what needs an operator's attention.
    package var warnings: @Sendable () -> [String]

    package init(
        publicURL: String = "", clientAddress: ClientAddress = ClientAddress(forwardedHops: 0),
        allowed: AddressList? = nil, version: String = "",
        settings: @escaping @Sendable () -> [Setting] = { [] },
        warnings: @escaping @Sendable () -> [String] = { [] }
    ) {
        self.publicURL = publicURL
        self.clientAddress = clientAddress
        self.allowed = allowed
        self.version = version
        self.settings = settings
        self.warnings = warnings
    }
}
