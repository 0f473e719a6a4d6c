internal import FoundationEssentials

/// The span of time whose changes are sent again.
struct ReplaySpan: Equatable {
    enum Time: Equatable {
        /// RFC 3339.
        case at(String)
        case ago(Lifetime)

        /// Nil for other texts.
        init?(_ text: String) {
            if let age = Lifetime(text) {
                self = .ago(age)
            } else if (try? Date(text, strategy: .iso8601)) != nil {
                self = .at(text)
            } else {
                return nil
            }
        }

        func text(at now: Date) -> String {
            switch self {
            case .at(let text): text
            case .ago(let age): now.addingTimeInterval(-Double(age.seconds)).ISO8601Format()
            }
        }
    }

    let from: Time
    /// Nil for now.
    let until: Time?
}
