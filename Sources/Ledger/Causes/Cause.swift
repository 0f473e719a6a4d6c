package import FoundationEssentials
package import Referrals
package import Store
package import Values

/// A row on which the service acts later: it books an entry for it, or lets its holder in.
package enum Cause {
    /// Held.
    case reward(Reward)
    /// Pending.
    case reservation(Reservation)
    case merge(MergeRecord)
    /// Active.
    case apiKey(APIKeyRecord)

    /// As logs and metrics name it.
    package enum Kind: String, CaseIterable {
        case reward
        case reservation
        case merge
        case apiKey = "api_key"
    }

    package var kind: Kind {
        switch self {
        case .reward: .reward
        case .reservation: .reservation
        case .merge: .merge
        case .apiKey: .apiKey
        }
    }

    /// The user whose row it is; nil for an API key.
    package var uid: UserID? {
        switch self {
        case .reward(let reward): reward.beneficiary
        case .reservation(let reservation): reservation.key.uid
        case .merge(let merge): merge.player
        case .apiKey: nil
        }
    }

    package var id: UUID {
        switch self {
        case .reward(let reward): reward.id
        case .reservation(let reservation): reservation.key.id
        case .merge(let merge): merge.player.uuid
        case .apiKey(let key): key.id
        }
    }

    package var description: String {
        [kind.rawValue, uid?.description, id.lowercaseText].compactMap(\.self).joined(separator: " ")
    }
}

extension SealText {
    package mutating func add(_ cause: Cause) {
        add(cause.kind.rawValue)
        switch cause {
        case .reward(let reward): add(reward)
        case .reservation(let reservation): add(reservation)
        case .merge(let merge):
            add(merge.player.uuid)
            add(merge.account.uuid)
            add(merge.mergedAt.microsecondsSince1970)
        case .apiKey(let key): add(key)
        }
    }

    /// The release time is included, so that a reward under review can't be made due manually.
    private mutating func add(_ reward: Reward) {
        add(reward.id)
        add(reward.beneficiary.uuid)
        add(reward.subject.uuid)
        add(reward.rule.description)
        add(reward.role.rawValue)
        add(reward.currency.description)
        add(reward.amount)
        add(reward.grantedAt.microsecondsSince1970)
        add(reward.releaseAt?.microsecondsSince1970)
    }

    private mutating func add(_ reservation: Reservation) {
        add(reservation.key.uid.uuid)
        add(reservation.key.id)
        add(reservation.currency.description)
        add(reservation.amount)
        add(reservation.expiresAt.microsecondsSince1970)
    }

    private mutating func add(_ key: APIKeyRecord) {
        add(key.id)
        add(key.name)
        add(key.scope)
        add(key.secretHash)
        add(key.createdAt.microsecondsSince1970)
        add(key.expiresAt?.microsecondsSince1970)
    }

    private mutating func add(_ number: Int64?) {
        guard let number else { return add(String?.none) }
        add(number)
    }
}
