/// Connection strings for libpq: the service's role, which can't rewrite history, and the owner's, which
/// migrates.
package struct DatabaseURLs: Equatable, Sendable {
    package let service: String
    package let owner: String

    package init(service: String, owner: String) {
        self.service = service
        self.owner = owner
    }
}
