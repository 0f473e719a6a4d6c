internal import Accounts
internal import Referrals

extension Command {
    private static let operatorActions = ["add", "list", "role", "limit", "reset", "remove"]

    static func operators(_ reader: inout ArgumentReader) throws(UsageError) -> Command {
        switch try reader.word("add, list, role, limit, reset or remove", among: operatorActions) {
        case "add":
            let (role, isMailed) = (try role(&reader), try reader.flag("--mail"))
            return .operators(.add(try email(&reader), role, isMailed: isMailed))
        case "list": return .operators(.list)
        case "role":
            let role = try role(&reader)
            return .operators(.setRole(try email(&reader), role))
        case "limit":
            let role = try role(&reader)
            return .operators(.setLimit(role, try limit(&reader)))
        case "reset":
            let isMailed = try reader.flag("--mail")
            return .operators(.reset(try email(&reader), isMailed: isMailed))
        default: return .operators(.remove(try email(&reader)))
        }
    }

    private static func role(_ reader: inout ArgumentReader) throws(UsageError) -> OperatorRole {
        let text = try reader.required("--role")
        guard let role = OperatorRole(rawValue: text) else {
            throw UsageError.unknown(
                text, kind: "role", known: OperatorRole.allCases.map(\.rawValue), topic: .operators)
        }
        return role
    }

    /// Nil for `none`.
    private static func limit(_ reader: inout ArgumentReader) throws(UsageError) -> Int32? {
        let text = try reader.word("a number of actions a day, or none")
        guard text != "none" else { return nil }
        guard let actions = Int32(text), actions >= 0 else {
            throw UsageError("\(text) is neither a number of actions a day nor `none`", topic: .operators)
        }
        return actions
    }

    private static func email(_ reader: inout ArgumentReader) throws(UsageError) -> EmailAddress {
        let text = try reader.word("the e-mail address of an operator")
        guard let email = EmailAddress(text) else {
            throw UsageError("\(text) is not an e-mail address", topic: .operators)
        }
        return email
    }
}
