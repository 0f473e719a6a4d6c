internal import EmbeddedPostgres

/// Which PostgreSQL the service uses.
enum DatabaseSource: Equatable, Sendable {
    /// One of our own, in the data directory.
    case embedded
    /// `DATABASE_URL`, and the owner's where it has a role of its own.
    case url(service: String, owner: String?)
    /// libpq's own variables say where.
    case libpqEnvironment(owner: String?)

    /// The variables that say *where*; `PGUSER`, `PGOPTIONS` and such in a shell don't ask for another
    /// database.
    static let locationVariables = ["PGSERVICE", "PGHOST", "PGHOSTADDR", "PGPORT", "PGDATABASE"]

    init(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let owner = value("SHIPMATE_DATABASE_OWNER_URL")
        if let url = value("DATABASE_URL") {
            self = .url(service: url, owner: owner)
        } else if Self.locationVariables.contains(where: { value($0) != nil }) {
            self = .libpqEnvironment(owner: owner)
        } else {
            self = .embedded
        }
    }

    var isEmbedded: Bool { self == .embedded }

    /// The connection of a given database; nil for the embedded one, which provides it when it runs.
    var urls: DatabaseURLs? {
        switch self {
        case .embedded: nil
        case .url(let service, let owner): DatabaseURLs(service: service, owner: owner ?? service)
        // libpq reads its variables for whatever a connection string leaves out.
        case .libpqEnvironment(let owner): DatabaseURLs(service: "", owner: owner ?? "")
        }
    }

    var shownService: String {
        switch self {
        case .embedded: "an embedded PostgreSQL"
        case .url(let service, _): Secret.masking(service)
        case .libpqEnvironment: "as libpq's PG variables say"
        }
    }

    var shownOwner: String {
        switch self {
        case .url(_, let owner?), .libpqEnvironment(let owner?): Secret.masking(owner)
        case .embedded: "the embedded PostgreSQL's"
        case .url, .libpqEnvironment: "as DATABASE_URL"
        }
    }

    static func isURL(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// Either of libpq's forms, by its looks; libpq judges the rest.
    static func isConnectionString(_ text: String) -> Bool {
        isURL(text) || (!text.contains("://") && text.contains("="))
    }
}
