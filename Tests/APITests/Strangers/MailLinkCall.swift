import HTTP
import JSON
import TestSupport
import Testing

/// A call that takes the token of a mail's link.
struct MailLinkCall: CustomTestStringConvertible, Sendable {
    let method: String
    let path: String

    static let all = [
        MailLinkCall(method: "POST", path: "/v1/email-verifications"),
        MailLinkCall(method: "POST", path: "/v1/password-resets/{token}"),
        MailLinkCall(method: "GET", path: "/verify"), MailLinkCall(method: "POST", path: "/verify"),
        MailLinkCall(method: "GET", path: "/reset"), MailLinkCall(method: "POST", path: "/reset"),
        MailLinkCall(method: "POST", path: "/undo"), MailLinkCall(method: "POST", path: "/release"),
        MailLinkCall(method: "GET", path: "/delete-account"),
        MailLinkCall(method: "POST", path: "/delete-account"),
    ]

    var testDescription: String { "\(method) \(path)" }

    /// - Returns: the reply's status.
    func send(_ token: String, to here: MailServed) throws -> Int {
        let text = token.replacing(" ", with: "%20")
        if method == "GET" { return try here.get("\(path)?token=\(text)").status }
        guard path.hasPrefix("/v1") else {
            return try here.post(path, "token=\(text)&password=a+parrot+named+Sam").status
        }
        let body: JSONValue =
            path.hasSuffix("{token}") ? ["password": "a parrot named Sam"] : ["token": .string(token)]
        return try here.client.send("POST", path.replacing("{token}", with: text), body).status
    }
}
