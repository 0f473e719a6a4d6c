internal import Batching
internal import Crypto
internal import HTTP
internal import Ledger
internal import Pages
internal import Reporting
internal import Service
internal import Values

/// How the process does: its queues, the ledger's last statement, and its settings.
struct HealthView: ConsoleView {
    let path = "/admin/health"
    let right = Right.seeHealth
    let section: Section? = .health

    private static let itemsMax = 200

    let configuration: ConsoleConfiguration

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let statements = try await reading { () throws(InfrastructureError) in
            try await visit.services.reports.statements(before: nil, limit: 1)
        }
        let settings = settings(visit)
        return .page(title: words[.health], tables: [settings]) { writer in
            let warnings = configuration.warnings() + visit.services.setAside.warnings
            writer.section(words[.attention]) { writer in
                if warnings.isEmpty { writer.paragraph(words[.nothingToDo], class: "empty") }
                for warning in warnings { writer.paragraph(warning, class: "warning") }
            }
            writer.facts(facts(statements.items.first, visit), words)
            writer.section(words[.queues]) { queues(visit).write(to: &$0, words) }
            writer.section(words[.setAside]) { writer in
                setAside(visit).write(to: &writer, words)
                writer.paragraph(words[.setAsideHint], class: "hint")
            }
            writer.section(words[.settings]) { writer in
                settings.write(to: &writer, words)
                writer.paragraph(words[.zoneChangeHint], class: "hint")
            }
        }
    }

    private func facts(
        _ statement: LedgerStatement?, _ visit: Visit
    ) -> [(name: String, cell: Cell)] {
        let words = visit.words
        return [
            (words[.softwareVersion], .text(configuration.version)),
            (
                words[.database],
                .badge(
                    words[visit.services.isReady ? .answers : .silent], visit.services.isReady ? .good : .bad)
            ),
            (words[.lastStatement], .ifAny(statement.flatMap { RFC3339.parse($0.madeAt) })),
            (words[.ledgerEntries], .ifAny(statement?.entries)),
            (words[.unsealedEntries], .ifAny(statement?.unsealed)),
        ]
    }

    private func queues(_ visit: Visit) -> Table {
        let words = visit.words
        var table = Table("queues", [words[.queue], words[.waiting]], empty: words[.noQueues])
        table.rows = visit.services.metrics.snapshot.queueDepths.sorted { $0.key < $1.key }.map {
            [.code($0.key), .number(Int64($0.value))]
        }
        return table
    }

    private func setAside(_ visit: Visit) -> Table {
        let words = visit.words
        let titles: [Word] = [.work, .player, .id, .since, .tries, .nextTry, .reason]
        var table = Table("set-aside", titles.map { words[$0] }, empty: words[.noneSetAside])
        table.rows = visit.services.setAside.all.prefix(Self.itemsMax).map { item in
            [
                .text(words[item.work.word]), .player(item.key.uid), .ifAny(item.key.id?.lowercaseText),
                .time(item.since), .number(Int64(item.tries)), .time(item.retryAt), .foreign(item.reason),
            ]
        }
        return table
    }

    private func settings(_ visit: Visit) -> Table {
        let words = visit.words
        var table = Table(
            "settings", [words[.variable], words[.value], words[.origin]], empty: words[.noSettings])
        table.filePath = visit.address(["format": "csv"])
        table.rows = configuration.settings().map { setting in
            [
                .code(setting.name), .foreign(setting.value),
                .text(words[setting.isSet ? .fromEnvironment : .byDefault]),
            ]
        }
        return table
    }
}

extension SetAside.Work {
    fileprivate var word: Word {
        switch self {
        case .approvals: .workApprovals
        case .erasures: .workErasures
        case .identities: .workIdentities
        case .merges: .workMerges
        case .reservations: .workReservations
        case .resets: .workResets
        case .rewards: .workRewards
        }
    }
}
