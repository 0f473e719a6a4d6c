package import JSON
package import Referrals
package import Values

/// A reward as replies and changes have it.
package struct RewardView: Described {
    let reward: Reward
    let showsCodes: Bool

    /// - Parameter showsCodes: whether the caller may see the checks' findings.
    package init(reward: Reward, showsCodes: Bool = false) {
        self.reward = reward
        self.showsCodes = showsCodes
    }

    package static var schema: Schema {
        .object(
            "Reward", means: "A rule's reward, its beneficiary and its subject.", example: example,
            [
                "id": .uuid.means("Identifies the reward."),
                "rule": .string(upTo: 64).example("signup", "level-5").means("The rule that gave it."),
                "beneficiary": .uuid.means("Who gets it."),
                "role": .openChoice("referee", "referrer").means(
                    "The beneficiary's relation to the subject: itself the `referee`, or its `referrer`."),
                "subject": .uuid.means("The user whose state earned it."),
                "currency": .currency,
                "amount": .amount(from: 1).means("In the currency's smallest unit."),
                "status": .openChoice("paid", "held", "void", "reversed").means(
                    """
                    A held reward waits for its time, or for an administrator. A reversed one was paid and \
                    then taken back.
                    """),
                "granted_at": .time.means("When the rule gave it."),
                "release_at": .time.orNull.means(
                    "When a held reward is paid automatically; null if an administrator decides."),
                "unrecovered": .count.means(
                    "The amount missing from the balance at the reversal. Only on a reversed reward."
                ).optional,
                "codes": .array(of: .string(upTo: 63)).means(
                    "The checks' findings when it was made, also of checks that pay. For administrators only."
                ).optional,
            ])
    }

    package static var example: JSONValue {
        [
            "id": "01938f3e-9f20-7e51-8d33-0b1c2d3e4f50",
            "rule": "signup",
            "beneficiary": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "role": "referee",
            "subject": "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41",
            "currency": "pieces_of_eight",
            "amount": 50,
            "status": "paid",
            "granted_at": "2026-11-21T12:05:00.000Z",
            "release_at": .null,
        ]
    }

    package static var reversedExample: JSONValue {
        example(with: [
            JSONMember("status", "reversed"), JSONMember("unrecovered", 20), JSONMember("codes", []),
        ])
    }

    /// Existing members get another value.
    package static func example(with members: [JSONMember]) -> JSONValue {
        guard case .object(let usual) = example else { return example }
        let names = Set(members.map(\.name))
        return .object(usual.filter { !names.contains($0.name) } + members)
    }

    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", reward.id)
            writer.member("rule", reward.rule.description)
            writer.member("beneficiary", reward.beneficiary)
            writer.member("role", reward.role.rawValue)
            writer.member("subject", reward.subject)
            writer.member("currency", reward.currency.description)
            writer.member("amount", reward.amount)
            writer.member("status", reward.status.rawValue)
            writer.member("granted_at", reward.grantedAt)
            writer.member("release_at", reward.releaseAt)
            if reward.status == .reversed { writer.member("unrecovered", reward.unrecovered) }
            if showsCodes { writer.member("codes", reward.codes.names) }
        }
    }
}

extension [Reward] {
    /// The parts that a caller may see: a user its own rewards, a server all.
    package func views(for uid: UserID?) -> [RewardView] {
        filter { uid == nil || $0.beneficiary == uid }.map { RewardView(reward: $0) }
    }

    /// A user's own rewards, and those of the players merged into it.
    package func views(for user: User) -> [RewardView] {
        filter { $0.beneficiary == user.uid || user.former.contains($0.beneficiary) }
            .map { RewardView(reward: $0) }
    }
}
