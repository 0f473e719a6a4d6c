/// A way to sign in to an account, now or when a pending change takes effect.
package enum WayIn: String, CaseIterable, Sendable {
    case password
    /// Sessions and their refresh tokens.
    case sessions
    /// Of Apple, Google and others.
    case identities
    /// The account's id at a back end or a bearer issuer.
    case externalID
    /// A change of e-mail that waits for its link, and a link that verifies another e-mail.
    case pendingEmail
    /// Links to a new password and a pending reset, except the link that is being used.
    case resetLinks
    /// A deletion that waits for its day, and a link that asks for one.
    case pendingDeletion
    case undoLinks
    /// A sign-in whose credential was verified before, and whose session is not yet written.
    case signInInFlight
    /// A change of password or e-mail that was allowed before, and is not yet written.
    case changeInFlight
}

/// An owner's action to regain an account.
package enum Recovery: String, CaseIterable, Sendable {
    /// A new password by the link of a mail.
    case reset
    /// A new password by a signed-in owner.
    case passwordChange
    /// The mailed link of a notice of a change.
    case undo
    case signOutEverywhere
    case erasure
}

/// The effect on a way to sign in.
package enum RecoveryEffect: String, CaseIterable, Sendable {
    case stays
    case ends
    /// By a new one.
    case replaced
    /// Nothing opens it until there is a new one.
    case locked
    /// All but the caller's.
    case endsForOthers
    /// Those that `IdentityAge` says are too young to be trusted.
    case youngOnesEnd
    /// Ways from after the undo's mail end; earlier ones stay.
    case laterOnesEnd
    /// As it was before the mail of the undo: what came goes, what went returns.
    case restored
    /// Ends as a way in where the recovery verifies an e-mail that was never verified; else it stays.
    case endsByFirstProof
    /// A request in flight fails, and writes nothing.
    case refused
    /// A request in flight continues.
    case unaffected
}

extension Recovery {
    /// The one table of what ends what. `RecoveryPlan` carries it out.
    package func effect(on way: WayIn) -> RecoveryEffect {
        switch (way, self) {
        case (.password, .reset), (.password, .passwordChange): .replaced
        case (.password, .undo): .locked
        case (.password, .signOutEverywhere): .stays
        case (.password, .erasure): .ends

        case (.sessions, .passwordChange): .endsForOthers
        case (.sessions, .reset), (.sessions, .undo), (.sessions, .signOutEverywhere), (.sessions, .erasure):
            .ends

        case (.identities, .reset): .youngOnesEnd
        case (.identities, .undo): .restored
        case (.identities, .passwordChange), (.identities, .signOutEverywhere): .stays
        case (.identities, .erasure): .ends

        case (.externalID, .reset): .endsByFirstProof
        case (.externalID, .undo): .restored
        case (.externalID, .passwordChange), (.externalID, .signOutEverywhere): .stays
        case (.externalID, .erasure): .ends

        case (.pendingEmail, .reset), (.pendingEmail, .passwordChange), (.pendingEmail, .undo),
            (.pendingEmail, .signOutEverywhere), (.pendingEmail, .erasure):
            .ends

        case (.resetLinks, .reset), (.resetLinks, .erasure): .ends
        case (.resetLinks, .passwordChange), (.resetLinks, .signOutEverywhere): .stays
        case (.resetLinks, .undo): .laterOnesEnd

        case (.pendingDeletion, .reset): .ends
        case (.pendingDeletion, .passwordChange), (.pendingDeletion, .signOutEverywhere): .stays
        case (.pendingDeletion, .undo): .laterOnesEnd
        // The deletion that is carried out is this one.
        case (.pendingDeletion, .erasure): .unaffected

        case (.undoLinks, .reset), (.undoLinks, .passwordChange), (.undoLinks, .signOutEverywhere): .stays
        case (.undoLinks, .undo): .laterOnesEnd
        case (.undoLinks, .erasure): .ends

        case (.signInInFlight, .reset), (.signInInFlight, .passwordChange), (.signInInFlight, .undo),
            (.signInInFlight, .erasure):
            .refused
        case (.signInInFlight, .signOutEverywhere): .unaffected

        case (.changeInFlight, .reset), (.changeInFlight, .passwordChange), (.changeInFlight, .undo),
            (.changeInFlight, .erasure):
            .refused
        case (.changeInFlight, .signOutEverywhere): .unaffected
        }
    }
}
