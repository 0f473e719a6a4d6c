internal import API
internal import EmbeddedPostgres
internal import EventLoops
internal import Ledger
internal import Migrations
internal import Postgres
internal import Referrals
internal import Rewards

/// `shipmate rules`: the whole programme as a file, out of the database and into it.
struct Programme {
    enum Action {
        case apply(path: String, isDryRun: Bool)
        case export
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let configuration: Configuration
    let action: Action

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        try await configuration.withServicePool(urls, on: loop) { pool in
            let key = try configuration.ledgerKeys(makesMissing: false)?.current
            try await perform(ProgrammeService(pool: pool, ledgerKey: key))
        }
    }

    private func perform(_ programme: ProgrammeService) async throws {
        switch action {
        case .export:
            let (rules, trust) = (try await programme.rules(), try await programme.trust())
            Console.print(RuleFile.text(of: rules, trust: trust?.terms ?? .standard))
        case .apply(let path, let isDryRun):
            let drafts = try await read(path)
            var isChange = false
            do {
                try await programme.apply(drafts, by: Operator.name, isDryRun: isDryRun) {
                    isChange = !$0.changes.isEmpty
                    show($0)
                }
            } catch ProgrammeService.Failure.refused(let refusal, let rule) {
                throw Failure(description: "nothing was changed: \(Self.words(refusal, of: rule))")
            } catch ProgrammeService.Failure.underWay {
                throw Failure(
                    description: "nothing was changed: another process is changing rules; try again")
            } catch ProgrammeService.Failure.database(let error) {
                throw error
            }
            Console.report(
                isDryRun || !isChange ? "nothing was changed" : "effective in every server within a second")
        }
    }

    private func show(_ difference: ProgrammeDifference) {
        let lines = difference.changes + difference.renames.map(Self.words)
        Console.print(lines.isEmpty ? "no difference" : lines.joined(separator: "\n"))
    }

    static func words(_ rename: LikelyRename) -> String {
        """
        renamed? \(rename.name) looks like \(rename.former), which the file lacks: same conditions and beneficiaries
          A rule is known by its name: \(rename.name) may pay again what \(rename.former) has paid.
          If it is the same rule, keep the name \(rename.former).
        """
    }

    private func read(_ path: String) async throws -> ProgrammeDraft {
        var bytes: [UInt8] = []
        try await LinkSource(path: path).read { piece in
            if bytes.count <= RuleFile.bytesMax { bytes += piece }
        }
        do throws(ProfileFile.Mistakes) {
            return try RuleFile.read(bytes)
        } catch {
            throw Failure(description: error.all.map { "\(path): \($0)" }.joined(separator: "\n"))
        }
    }

    /// - Parameter rule: of the file.
    static func words(_ refusal: RuleError, of rule: RuleName?) -> String {
        (rule.map { "rule \($0): " } ?? "") + words(refusal)
    }

    private static func words(_ refusal: RuleError) -> String {
        switch refusal {
        case .inCode, .nameInUse: "a rule of this name is written in Swift; choose another name"
        case .stateNotPossible(let state):
            "it is \(state.rawValue), and can't change to the file's state; choose another name"
        case .unknownCurrency(let currency, let nearest):
            "the currency \(currency) is not in use\(nearest.map { "; the nearest is \($0)" } ?? "")"
        case .tooMany(.all): "there would be more than \(RuleLimit.all.count) rules; archive some"
        case .tooMany(.active): "there would be more than \(RuleLimit.active.count) active rules; pause some"
        case .refused(let mistakes): mistakes.map { "\($0.pointer): \($0.detail)" }.joined(separator: "; ")
        case .unavailable, .internalError, .ruleNotFound, .changedMeanwhile, .needsApproval, .alreadyDecided:
            "\(refusal)"
        }
    }
}
