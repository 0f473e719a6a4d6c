package import API
package import Accounts
package import Postgres
package import Service
package import Values

/// The parts of apps: the program composes the service, and a cluster has the databases.
package struct AppParts: Sendable {
    /// The service of one app.
    package struct Terms: Sendable {
        package let database: PostgresConfiguration
        package let id: String
        /// `http://127.0.0.1:PORT/t/ID`
        package let url: String
        package let mail: MailConfiguration.Way
    }

    package typealias Compose = @Sendable (Terms) throws -> (APIConfiguration, SharedServices)

    package let compose: Compose
    /// How to connect to a database, as the service.
    package let connect: @Sendable (_ database: String) throws -> PostgresConfiguration
    /// To the cluster, as its superuser.
    package let administration: PostgresConfiguration
    /// Cloned for each app.
    package let template: String
    /// The product's keys in the template.
    package let adminKey: String
    package let serverKey: String
    /// When apps' clocks begin; nil for now.
    package let clockStart: Timestamp?
    /// `http://127.0.0.1:PORT`
    package let url: String

    package init(
        compose: @escaping Compose, connect: @escaping @Sendable (String) throws -> PostgresConfiguration,
        administration: PostgresConfiguration, template: String, adminKey: String, serverKey: String,
        clockStart: Timestamp?, url: String
    ) {
        self.compose = compose
        self.connect = connect
        self.administration = administration
        self.template = template
        self.adminKey = adminKey
        self.serverKey = serverKey
        self.clockStart = clockStart
        self.url = url
    }
}
