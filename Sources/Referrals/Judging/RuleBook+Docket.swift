package import FoundationEssentials
internal import Values

extension RuleBook {
    /// Judges each occasion on its user as the one before has left it.
    ///
    /// - Parameters:
    ///   - answers: to `needs`.
    ///   - number: the first of as many numbers as there are occasions, for facts.
    ///   - makeID: makes the id of a reward.
    package func judge(
        _ docket: Docket, given answers: Answers, numberingFrom number: FactNumber = FactNumber(0),
        makeID: () -> UUID
    ) -> Decisions {
        var sitting = Sitting(rules: self, docket: docket, answers: answers, firstNumber: number)
        for occasion in docket.occasions {
            sitting.decisions.answers.append(sitting.answer(to: occasion, makeID))
        }
        return sitting.decisions
    }
}

/// A docket half judged.
private struct Sitting {
    let rules: RuleBook
    let docket: Docket
    let answers: Answers
    let firstNumber: FactNumber
    var decisions: Decisions

    init(rules: RuleBook, docket: Docket, answers: Answers, firstNumber: FactNumber) {
        self.rules = rules
        self.docket = docket
        self.answers = answers
        self.firstNumber = firstNumber
        decisions = Decisions(of: docket, grantLimits: answers.grantLimits)
        for reward in answers.kept where docket.stored[reward.subject]?.memory[reward.rule] == nil {
            guard var user = decisions.user(reward.subject) else { continue }
            user.remember(reward)
            decisions.judged[user.uid] = user
        }
    }

    mutating func answer(to occasion: Docket.Occasion, _ makeID: () -> UUID) -> Decisions.Answer {
        switch occasion {
        case .event(let event):
            guard let user = decisions.user(event.key.uid) else { return .nothing }
            if let refusal = user.progress.refusal(of: event.fact) { return .refused(refusal) }
            return record(event, of: user, makeID)
        case .debt(let rule, let uid, let leavesDenials):
            guard let user = decisions.user(uid) else { return .nothing }
            return pay(rule, to: user, leavesDenials: leavesDenials, makeID)
        }
    }

    private mutating func record(
        _ event: Event, of user: consuming User, _ makeID: () -> UUID
    ) -> Decisions.Answer {
        var referrer = user.referral.referredBy
        if case .referrerRecorded(let uid) = event.fact { referrer = uid }
        var user = withTrustContext(user, referredBy: referrer)
        if !event.isOwnWord {
            user.noteServersWord(event.fact)
        } else if rules.trust.userEvents != .pay {
            user.noteOwnWord(event.fact)
        }
        let verdict = rules.apply(
            event.fact, to: user, at: docket.now, &decisions.grantLimits, makeID: makeID)
        take(verdict)
        let recorded = RecordedEvent(
            event: event, receivedAt: docket.now,
            number: firstNumber.advanced(by: decisions.events.count), user: verdict.user,
            decisions: verdict.decisions, summary: verdict.summary)
        decisions.events.append(recorded)
        return .recorded(recorded, rewards: verdict.rewards)
    }

    private mutating func pay(
        _ rule: RuleName, to user: User, leavesDenials: Bool, _ makeID: () -> UUID
    ) -> Decisions.Answer {
        let user = withTrustContext(user, referredBy: user.referral.referredBy)
        guard
            let verdict = rules.payDeserved(
                rule, for: user, at: docket.now, &decisions.grantLimits, makeID: makeID)
        else { return .nothing }
        if leavesDenials, verdict.rewards.isEmpty { return .nothing }
        take(verdict)
        return .paid(verdict)
    }

    private mutating func take(_ verdict: Verdict) {
        let uid = verdict.user.uid
        if verdict.wantsFindings { decisions.suspects[uid] = verdict.user }
        if !verdict.rewards.isEmpty { decisions.rewards += verdict.rewards }
        // Compared with what is stored, so that a memory that was lost is written again.
        if verdict.user.memory != docket.stored[uid]?.memory {
            decisions.remembering[uid] = verdict.user
        } else if !decisions.remembering.isEmpty {
            decisions.remembering[uid] = nil
        }
        decisions.judged[uid] = verdict.user
    }

    /// With the moderation of the player and of its referrer, usually none.
    private func withTrustContext(_ user: consuming User, referredBy referrer: UserID?) -> User {
        guard !answers.findings.isEmpty || !answers.statuses.isEmpty else { return user }
        user.trustContext.findings = answers.findings[user.uid]
        user.trustContext.status = answers.statuses[user.uid] ?? .good
        user.trustContext.referrerStatus = referrer.map { answers.statuses[$0] ?? .good } ?? .good
        return user
    }
}

extension User {
    /// Takes over from a reward what the user's own row should have said.
    fileprivate mutating func remember(_ reward: Reward) {
        let outcome: Outcome =
            switch reward.status {
            case .held: .held
            case .paid: .paid
            case .void, .reversed: .denied
            }
        remember(reward, reviewedAs: outcome)
    }
}
