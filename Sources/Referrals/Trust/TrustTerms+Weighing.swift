internal import Values

extension TrustTerms {
    /// The action for a deserved reward, with all objections.
    ///
    /// - Parameter progress: what the rule looks at that apps tell of.
    func weigh(
        _ player: UserState, for role: RewardRole, restsOn progress: Set<ProgressKind>, at now: Timestamp
    ) -> TrustVerdict {
        var verdict = TrustVerdict()
        for source in player.sources where action(for: source) != .pay {
            verdict.add(TrustCodes(source), action(for: source))
        }
        if userEvents != .pay, player.isOwnWord(for: progress) { verdict.add(.userEvents, userEvents) }
        switch role == .referee ? player.trustContext.status : player.trustContext.referrerStatus {
        case .good: break
        case .watched: verdict.add(.watched, .hold)
        case .blocked: verdict.add(.blocked, .deny)
        }
        // A blocked friend may have cheated: an administrator decides.
        if role == .referrer, player.trustContext.status == .blocked { verdict.add(.blocked, .hold) }
        if !checks.isEmpty { look(at: player, &verdict, at: now) }
        return verdict
    }

    private func look(at player: UserState, _ verdict: inout TrustVerdict, at now: Timestamp) {
        let found = player.trustContext.findings ?? []
        for (kind, check) in checks {
            let fires = kind == .tooFast ? isTooFast(player, at: now) : found.contains(TrustCodes(kind))
            if fires { verdict.add(TrustCodes(kind), check.action) }
        }
    }

    private func isTooFast(_ player: UserState, at now: Timestamp) -> Bool {
        guard let seconds = number(0, of: .tooFast), let createdAt = player.createdAt else { return false }
        return now < createdAt.adding(seconds: seconds)
    }
}

extension UserState {
    /// The sources of its referral: one, or two if the app has doubts; the stricter one counts.
    fileprivate var sources: [ReferralSource] {
        guard let referralSource else { return [] }
        guard let referralProof, referralProof != referralSource else { return [referralSource] }
        return [referralSource, referralProof]
    }
}

/// The harshest of all that speaks against a reward.
struct TrustVerdict {
    private(set) var action = TrustAction.pay
    private(set) var codes: TrustCodes = []

    mutating func add(_ code: TrustCodes, _ action: TrustAction) {
        codes.formUnion(code)
        self.action = max(self.action, action)
    }

    /// In snake_case.
    var reason: String { action == .pay ? "deserved" : codes.reason }
}
