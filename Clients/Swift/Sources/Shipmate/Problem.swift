import Foundation

/// An error reply of the server (RFC 9457). Decide by its `type`, and by its `status` if you don't know the type.
public struct Problem: Error, Sendable {
    /// A stable name, such as `email-already-in-use`. A type that this version doesn't know keeps its name.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }

        public static let unauthenticated = Self(rawValue: "unauthenticated")
        public static let invalidCredentials = Self(rawValue: "invalid-credentials")
        public static let blocked = Self(rawValue: "blocked")
        public static let proofRequired = Self(rawValue: "proof-required")
        public static let proofWrong = Self(rawValue: "proof-wrong")
        public static let linksOff = Self(rawValue: "links-off")
        public static let invitesOff = Self(rawValue: "invites-off")
        public static let credentialAlreadyLinked = Self(rawValue: "credential-already-linked")
        public static let emailAlreadyInUse = Self(rawValue: "email-already-in-use")
        public static let referralAlreadySet = Self(rawValue: "referral-already-set")
        public static let referralWindowClosed = Self(rawValue: "referral-window-closed")
        public static let referralRing = Self(rawValue: "referral-ring")
        public static let merged = Self(rawValue: "merged")
        public static let validation = Self(rawValue: "validation")
        public static let tooManyRequests = Self(rawValue: "too-many-requests")
        public static let unavailable = Self(rawValue: "unavailable")
        /// The reply had no problem document: a proxy or a portal wrote it.
        public static let unknown = Self(rawValue: "unknown")
    }

    public struct FieldError: Sendable, Equatable {
        public let pointer: String
        public let code: String
        public let detail: String
    }

    public var type: Kind { parts.type }
    public var title: String { parts.title }
    public var status: Int { parts.status }
    public var detail: String? { parts.detail }
    /// For the operator: the server's log has it too.
    public var requestID: String? { parts.requestID }
    public var errors: [FieldError] { parts.errors }
    public var retryAfterSeconds: Double? { parts.retryAfterSeconds }

    /// A class, because errors are copied at each `catch`.
    private final class Parts: Sendable {
        let type: Kind
        let title: String
        let status: Int
        let detail: String?
        let requestID: String?
        let errors: [FieldError]
        let retryAfterSeconds: Double?

        init(_ status: Int, _ document: JSON, _ headers: [String: String]) {
            self.status = status
            type = Kind(problem: document["type"].text)
            title = document["title"].text ?? "The server replied with \(status)"
            detail = document["detail"].text
            requestID = document["request_id"].text ?? headers["x-request-id"]
            errors = document["errors"].list.map {
                FieldError(
                    pointer: $0["pointer"].text ?? "", code: $0["code"].text ?? "",
                    detail: $0["detail"].text ?? "")
            }
            retryAfterSeconds = headers["retry-after"].flatMap(Double.init)
        }
    }

    private let parts: Parts

    init(_ status: Int, _ document: JSON, _ headers: [String: String] = [:]) {
        parts = Parts(status, document, headers)
    }
}

extension Problem {
    init(_ reply: HTTPReply) { self.init(reply.status, (try? JSON(reply.body)) ?? .null, reply.headers) }

    /// Whether the same request can succeed later.
    var isTemporary: Bool { [408, 429, 500, 502, 503, 504].contains(status) }
}

extension Problem.Kind {
    init(problem type: String?) {
        let prefix = "/problems/"
        guard let type, let found = type.range(of: prefix) else { self = .unknown; return }
        self.init(rawValue: String(type[found.upperBound...]))
    }
}

extension Problem: CustomStringConvertible {
    /// Without `detail` and `errors`, which can repeat what the player typed.
    public var description: String { "\(status) \(type): \(title)" }
}
