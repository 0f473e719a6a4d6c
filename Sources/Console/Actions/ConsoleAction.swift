internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// Something that changes data: a form leads to a summary, and the summary's button does it.
protocol ConsoleAction {
    var path: String { get }
    var right: Right { get }

    /// The effects, before it is done.
    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary
    /// Does it; again with the same fields it does nothing more.
    ///
    /// - Returns: the page that shows the result.
    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String
}

/// The effects of an action, for the page that asks whether to take it.
struct ActionSummary {
    let title: String
    let facts: [(name: String, cell: Cell)]
    /// Where to go instead.
    let back: String
    /// The state that the summary stands on; the confirmation is refused after a change.
    var fields: [(name: String, value: String)] = []
}

/// The reasons for which an action did nothing.
enum ActionRefusal: Error {
    case problem(Problem)
    case wrong(Word, [(name: String, value: String)] = [])

    /// A use case's own failures; each other refusal of it has a text.
    init<Failure: ServiceError>(_ error: Failure, or word: Word) {
        switch error {
        case .unavailable: self = .problem(.unavailable)
        case .internalError: self = .problem(.internalError)
        default: self = .wrong(word)
        }
    }
}

/// The fields of an action's form.
struct ActionForm {
    let fields: Query

    /// Trimmed; required, for the audit.
    func reason() throws(ActionRefusal) -> String {
        let reason = fields["reason"]?.trimmed ?? ""
        let isPrintable = reason.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        guard isPrintable, (1...Posting.reasonCharactersMax).contains(reason.unicodeScalars.count) else {
            throw .wrong(.reasonMissing)
        }
        return reason
    }

    /// Made with the form, so that sending it twice is one action.
    func id() throws(ActionRefusal) -> UUID {
        guard let id = fields["id"].flatMap({ UUID(text: $0) }) else { throw .problem(.notFound) }
        return id
    }

    /// The same, of a form that is no older than a session can be. It becomes the id of something that is
    /// sorted by age.
    func freshID(at now: Timestamp) throws(ActionRefusal) -> UUID {
        let id = try id()
        guard id.precedes(UUID(firstAt: now.adding(seconds: 60))),
            !id.precedes(UUID(firstAt: now.adding(seconds: -8 * 3_600)))
        else { throw .wrong(.formTooOld) }
        return id
    }

    /// All values of a field that may come several times.
    func all(_ name: String) -> [String] { fields.items.filter { $0.name == name }.map(\.value) }
}

extension Visit {
    /// The player that the path names, for an action.
    func actionPlayer() async throws(ActionRefusal) -> User {
        do throws(Problem) { return try await pathPlayer() } catch { throw .problem(error) }
    }
}
