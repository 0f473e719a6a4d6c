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

    package let configure: @Sendable (Terms) throws -> APIConfiguration
    /// Secrets and workers, made anew each time an app wakes.
    package let share: @Sendable () throws -> SharedServices
    /// How to connect to a database, as the service.
    package let connect: @Sendable (_ database: String) throws -> PostgresConfiguration
    /// How to connect to a database, as the cluster's superuser.
    package let administration: @Sendable (_ database: String) throws -> PostgresConfiguration
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
        configure: @escaping @Sendable (Terms) throws -> APIConfiguration,
        share: @escaping @Sendable () throws -> SharedServices,
        connect: @escaping @Sendable (String) throws -> PostgresConfiguration,
        administration: @escaping @Sendable (String) throws -> PostgresConfiguration, template: String,
        adminKey: String, serverKey: String,
        clockStart: Timestamp?, url: String
    ) {
        self.configure = configure
        self.share = share
        self.connect = connect
        self.administration = administration
        self.template = template
        self.adminKey = adminKey
        self.serverKey = serverKey
        self.clockStart = clockStart
        self.url = url
    }
}
