internal import Accounts
internal import Basics
internal import Crypto

/// One reading of a file of accounts: lines that become users, a batch at a time.
struct AccountPass {
    typealias Add = ([ImportedAccount]) async throws -> [AccountImport.ImportResult]

    let refusedPath: String?
    private(set) var tally = ImportTally()
    /// Accounts that have neither a password nor an identity to sign in with.
    private(set) var withoutWayIn = 0
    private var pending: [(record: CSVReader.Record, account: ImportedAccount)] = []
    private var refused: RefusedLines?

    init(refusedPath: String?) {
        self.refusedPath = refusedPath
    }

    var isFull: Bool { pending.count >= AccountImport.batchMax }

    mutating func take(_ line: AccountReader.Line, header: [String]) throws {
        switch line.account {
        case .success(let account): pending.append((line.record, account))
        case .failure(let refusal): try refuse(line.record, header, because: refusal.description)
        }
    }

    mutating func flush(header: [String], _ add: Add) async throws {
        guard !pending.isEmpty else { return }
        let results = try await add(pending.map(\.account))
        for ((record, account), result) in zip(pending, results) {
            switch result {
            case .added:
                tally.added += 1
                if account.isSignedUp, !account.password.isThere, account.identities.isEmpty {
                    withoutWayIn += 1
                }
            case .repeated: tally.repeated += 1
            case .emailInUse:
                tally.conflicts += 1
                try tell(record, header, "another account has its e-mail")
            case .identityInUse:
                tally.conflicts += 1
                try tell(record, header, "another account has its Google or Apple identity")
            case .tooManyKinds:
                try refuse(
                    record, header,
                    because:
                        "at most \(ForeignScheme.countMax) foreign password schemes are supported")
            }
        }
        pending.removeAll(keepingCapacity: true)
    }

    mutating func close() {
        refused?.close()
    }

    private mutating func refuse(
        _ record: CSVReader.Record, _ header: [String], because reason: String
    ) throws {
        tally.refused += 1
        try tell(record, header, reason)
    }

    private mutating func tell(_ record: CSVReader.Record, _ header: [String], _ reason: String) throws {
        if refused == nil { refused = RefusedLines(path: refusedPath, header: header) }
        try refused?.add(record, because: reason)
    }
}
