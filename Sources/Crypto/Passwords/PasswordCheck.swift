/// One check of a password, off the loop. A wrong one costs a hash of ours and one of each foreign kind.
/// That holds for an account with one of ours, a foreign one or none, and for an unknown e-mail.
package struct PasswordCheck: Sendable {
    let hasher: PasswordHasher
    let foreign: Set<ForeignScheme>

    package init(hasher: PasswordHasher, foreign: Set<ForeignScheme>) {
        self.hasher = hasher
        self.foreign = foreign
    }

    package func isRight(_ password: String, for stored: StoredPassword) -> Bool {
        switch stored {
        case .own(let text):
            if hasher.verify(password, against: text) { return true }
            spend(on: password)
        case .foreign(let hash):
            if hash.matches(password, hasher) { return true }
            _ = hasher.verify(password, against: hasher.dummyHash)
            spend(on: password, butFor: hash.scheme)
        case .none:
            _ = hasher.verify(password, against: hasher.dummyHash)
            spend(on: password)
        }
        return false
    }

    private func spend(on password: String, butFor done: ForeignScheme? = nil) {
        for scheme in foreign where scheme != done { scheme.spend(on: password, hasher) }
    }
}
