internal import Ledger
internal import Links

extension AuditText {
    static func link(_ state: Link.State) -> String { "{\"state\":\"\(state.rawValue)\"}" }

    static func link(_ words: String) -> String { json(["link": words]) }
}
