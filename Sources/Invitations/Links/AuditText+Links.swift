internal import Ledger
internal import Links

extension AuditText {
    static func link(_ state: Link.State) -> String { "{\"state\":\"\(state.rawValue)\"}" }

    /// The first 50 of links that were made together.
    static func links(_ codes: [LinkCode]) -> String {
        json(["links": codes.sorted().prefix(50).map(\.description)])
    }

    static func link(_ words: String) -> String { json(["link": words]) }
}
