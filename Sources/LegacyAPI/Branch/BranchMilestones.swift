internal import API
internal import Basics
internal import Crypto
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// An event of Branch's as what it means here: a milestone of the user that it names.
///
/// Branch accepted events from callers with the key, which every copy of the app has. Milestones earn money
/// here, so the secret is required too. An app sends its own events with its user's token, `POST
/// /v1/events`.
struct BranchMilestones {
    let keys: BranchKeys
    let identities: BranchIdentity
    let events: EventService
    let pepper: Subkey

    /// Records the milestone once: repeating the call records the same event.
    ///
    /// - Parameters:
    ///   - name: as it was sent, at `pointer`.
    ///   - identity: of the user, and where it was sent.
    func record(
        _ name: String?, at pointer: String, of identity: (text: String?, pointer: String),
        _ body: BranchBody, on call: Call
    ) async throws(Problem) {
        try await keys.admit(
            key: try body.text("branch_key"), secret: try body.text("branch_secret", charactersMax: 255),
            call)
        guard let name else { throw .field(pointer, .required, "This field is required.") }
        guard let milestone = Milestone(branchEvent: name) else {
            throw .field(pointer, .invalid, "A name needs an ASCII letter or digit.")
        }
        let uid = try await identities.uid(identity.text, at: identity.pointer)
        guard let key = IdempotencyKey("branch-event:\(uid):\(milestone)") else { throw .internalError }
        var event = Event(
            uid: uid, id: key.entryID(pepper: pepper), fact: .milestoneReached(milestone))
        // The app has the key that it came with.
        event.isOwnWord = true
        switch await events.record([event])[0] {
        case .success: return
        case .failure(.factRefused(let refusal)):
            throw .field(pointer, .init(refusal.code), refusal.detail)
        case .failure(let error): throw error.problem(at: "")
        }
    }
}

extension Milestone {
    private static let lengthMax = 63

    /// `picture swiped` is `picture_swiped`, `ADD_TO_CART` is `add_to_cart`, `2nd run` is `event_2nd_run`.
    init?(branchEvent name: String) {
        var text = ""
        for byte in name.lowercased().utf8 {
            if byte.isDigit || byte.isLowercaseLetter {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else if !text.isEmpty, text.last != "_" {
                text += "_"
            }
        }
        while text.last == "_" { text.removeLast() }
        if text.first?.isNumber == true { text = "event_" + text }
        self.init(String(text.prefix(Self.lengthMax)))
    }
}
