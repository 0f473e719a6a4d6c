internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Service

/// Creates an API key, and shows it.
struct CreateKey: RevealingAction {
    static let nameCharactersMax = 100
    private static let daysMax: Int64 = 3_650

    let path = "/admin/keys/create"
    let right = Right.editKeys

    private struct Order {
        let name: String
        let scope: APIKey.Scope
        let days: Int64?
    }

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (order, words) = (try order(form), visit.words)
        return ActionSummary(
            title: words[.createKey],
            facts: [
                (words[.name], .foreign(order.name)), (words[.scope], .code(order.scope.rawValue)),
                (words[.validDays], order.days.map(Cell.number) ?? .text(words[.untilRevoked])),
                (words[.effect], .text(words[.createKeyHint])),
            ], back: "/admin/keys")
    }

    func reveal(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> Revealed {
        let (order, id) = (try order(form), try form.freshID(at: visit.now))
        let made: Result<String, RootKeyRefusal>
        do throws(DatabaseError) {
            made = try await visit.services.keys.create(
                order.scope, name: order.name, lifetimeSeconds: order.days.map { $0 * 86_400 }, id: id,
                actor: visit.user.actor)
        } catch {
            throw .problem(.unavailable)
        }
        guard case .success(let text) = made else { throw .wrong(.rootKeyMissing) }
        guard !text.isEmpty else { throw .wrong(.alreadyMade) }
        return Revealed(
            path: "/admin/keys", title: visit.words[.createKey], secret: (visit.words[.apiKey], text))
    }

    private func order(_ form: ActionForm) throws(ActionRefusal) -> Order {
        let name = form.fields["name"]?.trimmed ?? ""
        let isPrintable = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        guard isPrintable, (1...Self.nameCharactersMax).contains(name.unicodeScalars.count) else {
            throw .wrong(.keyNameWrong)
        }
        guard let scope = form.fields["scope"].flatMap(APIKey.Scope.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        let text = form.fields["days"]?.trimmed ?? ""
        guard !text.isEmpty else { return Order(name: name, scope: scope, days: nil) }
        guard let days = Int64(text), (1...Self.daysMax).contains(days) else { throw .wrong(.daysWrong) }
        return Order(name: name, scope: scope, days: days)
    }
}

/// Asks whether to revoke a key.
struct RevokeKeyView: ConsoleView {
    let path = "/admin/keys/{id}/revoke"
    let right = Right.editKeys
    let section: Section? = .keys

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (key, words) = (try await visit.pathKey(), visit.words)
        return .page(title: words[.revokeKey]) { writer in
            writer.facts(key.facts(words), words)
            writer.actionForm(
                words[.revokeKey], visit.request.head.path, visit, hint: words[.revokeHint], isOpen: true,
                asksReason: false
            ) { _ in }
        }
    }
}

/// Revokes a key, in every process at once.
struct RevokeKey: ConsoleAction {
    let path = "/admin/keys/{id}/revoke"
    let right = Right.editKeys

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (key, words) = (try await key(visit), visit.words)
        guard key.revokedAt == nil else { throw .wrong(.alreadyRevoked) }
        return ActionSummary(
            title: words[.revokeKey],
            facts: key.facts(words) + [(words[.effect], .text(words[.revokeHint]))], back: "/admin/keys")
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let key = try await key(visit)
        let isRevoked: Bool
        do throws(DatabaseError) {
            isRevoked = try await visit.services.keys.revoke(key.id, actor: visit.user.actor)
        } catch {
            throw .problem(.unavailable)
        }
        guard isRevoked else { throw .wrong(.alreadyRevoked) }
        return "/admin/keys"
    }

    private func key(_ visit: Visit) async throws(ActionRefusal) -> KeyService.Summary {
        do throws(Problem) { return try await visit.pathKey() } catch { throw .problem(error) }
    }
}

extension Visit {
    fileprivate func pathKey() async throws(Problem) -> KeyService.Summary {
        let id = try pathID()
        do throws(DatabaseError) {
            if let key = try await services.keys.list().first(where: { $0.id == id }) { return key }
        } catch {
            throw .unavailable
        }
        throw .notFound
    }
}

extension KeyService.Summary {
    fileprivate func facts(_ words: Words) -> [(name: String, cell: Cell)] {
        [
            (words[.name], .foreign(name)), (words[.scope], .code(scope)),
            (words[.created], .time(createdAt)),
            (words[.lastUsed], .ifAny(lastUsedAt)),
        ]
    }
}
