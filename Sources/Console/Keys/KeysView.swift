internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Service
internal import Values

/// API keys, operators, and what each role may.
struct KeysView: ConsoleView {
    let path = "/admin/keys"
    let right = Right.seeKeys
    let section: Section? = .keys

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let keys = try await keys(visit)
        let operators = try await operators(visit)
        let limits = try await reading { () throws(ConsoleError) in
            try await visit.services.console.roleLimits()
        }
        let rights = rights(limits, visit)
        return .page(title: words[.keys], tables: [keys, operators, rights]) { writer in
            writer.section(words[.apiKeys]) { writer in
                writer.paragraph(words[.keysHelp], class: "hint")
                keys.write(to: &writer, words)
            }
            writer.section(words[.operators]) { writer in
                writer.paragraph(words[.operatorsHelp], class: "hint")
                operators.write(to: &writer, words)
            }
            writer.section(words[.rights]) { rights.write(to: &$0, words) }
        }
    }

    private func keys(_ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        let keys: [KeyService.Summary]
        do throws(DatabaseError) {
            keys = try await visit.services.keys.list()
        } catch {
            throw .unavailable
        }
        let titles: [Word] = [.name, .scope, .created, .lastUsed, .expires, .state]
        var table = Table("keys", titles.map { words[$0] }, empty: words[.noKeys])
        table.filePath = visit.address(["format": "csv", "table": table.name])
        table.rows = keys.reversed().map { key in
            [
                .foreign(key.name), .code(key.scope), .time(key.createdAt), .ifAny(key.lastUsedAt),
                .ifAny(key.expiresAt), state(of: key, visit),
            ]
        }
        return table
    }

    private func state(of key: KeyService.Summary, _ visit: Visit) -> Cell {
        if key.revokedAt != nil { return .badge(visit.words[.revoked], .quiet) }
        if let end = key.expiresAt, end <= visit.now { return .badge(visit.words[.expired], .quiet) }
        return .badge(visit.words[.valid], .good)
    }

    private func operators(_ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        let operators = try await reading { () throws(ConsoleError) in
            try await visit.services.console.operators()
        }
        let titles: [Word] = [.email, .roleTitle, .state, .created, .lastSeen]
        var table = Table("operators", titles.map { words[$0] }, empty: words[.noOperators])
        table.filePath = visit.address(["format": "csv", "table": table.name])
        table.rows = operators.map { one in
            [
                .foreign(one.email), .text(words[.role(one.role)]),
                one.hasAccepted ? .badge(words[.active], .good) : .badge(words[.invited], .warning),
                .time(one.createdAt), .ifAny(one.lastSeenAt),
            ]
        }
        return table
    }

    /// Every right and the roles that have it.
    private func rights(_ limits: [OperatorRole: Int64], _ visit: Visit) -> Table {
        let words = visit.words
        var table = Table(
            "rights", [words[.right]] + OperatorRole.allCases.map { words[.role($0)] }, empty: "")
        table.filePath = visit.address(["format": "csv", "table": table.name])
        table.rows = Right.allCases.map { right in
            [.text(words[.right(right)])]
                + OperatorRole.allCases.map { role in
                    right.isHeld(by: role) ? .badge(words[.yes], .good) : .badge(words[.no], .quiet)
                }
        }
        table.rows.append(
            [.text(words[.actionsPerDay])]
                + OperatorRole.allCases.map { limits[$0].map(Cell.number) ?? .text(words[.noLimit]) })
        return table
    }
}
