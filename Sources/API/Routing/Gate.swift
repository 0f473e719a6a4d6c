internal import Accounts
internal import Batching
internal import Forms
internal import FoundationEssentials
package import HTTP
internal import JSON
internal import Limits
internal import Referrals
internal import Values

/// Stands before every endpoint: finds out who calls, admits or refuses, reads the input, and maps errors
/// into problems.
package struct Gate {
    let authenticator: Authenticator
    let clientAddress: ClientAddress
    let limits: RateLimits
    let externalIDs: ExternalIDService

    package func route<E: Endpoint>(
        _ method: Method, _ pattern: String, for access: Access, _ endpoint: E,
        limits: RouteLimits = RouteLimits(), problems style: ProblemStyle = .details,
        unknownQuery: UnknownQuery = .refused
    ) -> GatedRoute {
        let isUserRead = method == .get && access.contains(.user)
        let hasNoQuery = unknownQuery == .refused && !E.Input.readsQuery
        let namesUser = pattern.contains("{uid}")
        let form = style.form
        let repeatable = (endpoint as? any RepeatableEndpoint)?.repeatable ?? []
        let isRepeatable = !repeatable.isEmpty
        let route = Route(
            method, pattern, body: E.Input.body, bodyBytesMax: limits.bodyBytesMax,
            handlerTimeoutMilliseconds: limits.handlerTimeoutMilliseconds, takesLong: limits.takesLong,
            isBusy: limits.isBusy, isVital: limits.isVital, problemForm: form,
            admission: admission(for: access, endpoint, form)
        ) { request in
            do throws(Problem) {
                let caller = try await admit(request, for: access, isRepeatable: isRepeatable)
                if isUserRead { try limitReads(of: caller) }
                if hasNoQuery, request.hasQuery { try Fields(request.query).finish() }
                let input = try E.Input.read(request)
                let call = Call(
                    request: request, caller: caller, address: clientAddress.address(of: request))
                guard namesUser else { return try await endpoint.respond(to: input, on: call).response }
                return try await endpoint.respond(to: input, on: named(call)).response
            } catch {
                return form.response(to: error, requestID: request.id, headers: request.headers)
            }
        }
        return GatedRoute(route: route, access: access, repeatable: repeatable) {
            RouteDescription(method, pattern, access, style, unknownQuery, endpoint)
        }
    }

    /// A route whose reply is made while it is sent.
    ///
    /// - Parameter ticket: a query parameter that the endpoint admits instead of a token.
    func stream<E: StreamingEndpoint>(
        _ pattern: String, for access: Access, orBringing ticket: String? = nil, _ endpoint: E
    ) -> GatedRoute {
        let admission = admission(for: access, endpoint, .problemDetails)
        func hasTicket(_ request: Request) -> Bool {
            ticket.map { name in request.query.items.contains { $0.name == name } } ?? false
        }
        let route = Route(
            .get, pattern,
            admission: { request in hasTicket(request) ? nil : await admission?(request) }
        ) { request, pieces in
            do throws(Problem) {
                let caller = hasTicket(request) ? nil : try await admit(request, for: access)
                try limitReads(of: caller)
                if !E.Input.readsQuery, request.hasQuery { try Fields(request.query).finish() }
                let input = try E.Input.read(request)
                let call = Call(
                    request: request, caller: caller, address: clientAddress.address(of: request))
                try await endpoint.stream(input, on: call, through: pieces)
                return .noContent
            } catch {
                return ProblemForm.problemDetails.response(
                    to: error, requestID: request.id, headers: request.headers)
            }
        }
        return GatedRoute(route: route, access: access, repeatable: []) {
            RouteDescription(.get, pattern, access, .details, .refused, endpoint)
        }
    }

    /// Nil if the endpoint is public.
    private func admission<E: Endpoint>(
        for access: Access, _ endpoint: E, _ form: ProblemForm
    ) -> Route.Admission? {
        let guarded = endpoint as? any GuardedEndpoint
        let isRepeatable = endpoint is any RepeatableEndpoint
        if access.contains(.anyone), guarded == nil { return nil }
        return { request in
            do throws(Problem) {
                let caller = try await admit(request, for: access, isRepeatable: isRepeatable)
                try await guarded?.admit(
                    Call(
                        request: request, caller: caller, address: clientAddress.address(of: request)))
                return nil
            } catch {
                return form.response(to: error, requestID: request.id, headers: request.headers)
            }
        }
    }

    /// - Parameter isRepeatable: whether a merged player is admitted, who may ask for what was done before.
    private func admit(
        _ request: Request, for access: Access, isRepeatable: Bool = false
    ) async throws(Problem) -> Caller? {
        guard !access.contains(.anyone) else { return nil }
        guard let token = request.bearerToken else { throw .unauthenticated }
        let caller: Caller
        do throws(AuthenticationError) {
            caller = try await authenticator.caller(
                bearing: token, from: clientAddress.address(of: request), admittingMerged: isRepeatable)
        } catch {
            throw error.problem
        }
        guard access.admits(caller) else { throw refusal(of: caller, request, access) }
        return caller
    }

    /// Authenticates callers of a public endpoint that gives some of them more.
    func require(_ access: Access, for request: Request) async throws(Problem) {
        _ = try await admit(request, for: access)
    }

    /// The caller of a public endpoint that admits callers otherwise, too.
    func caller(of request: Request, for access: Access) async throws(Problem) -> Caller? {
        try await admit(request, for: access)
    }

    private func named(_ call: Call) async throws(Problem) -> Call {
        var call = call
        call.subject = try await subject(of: call)
        return call
    }

    /// The user of a bearer issuer's token, if a public endpoint's caller sent one.
    func bearer(of request: Request) async throws(Problem) -> Bearer? {
        guard let token = request.bearerToken else { return nil }
        return try await mappingErrors { () throws(AuthenticationError) in
            try await authenticator.bearer(of: token)
        }
    }

    /// The user who brings a token to a public endpoint.
    func user(of request: Request) async throws(Problem) -> UserID {
        guard case .user(let uid, _) = try await admit(request, for: .user) else { throw .forbidden }
        return uid
    }

    /// The user in the path: by a uid, or for keys by an external id.
    private func subject(of call: Call) async throws(Problem) -> UserID? {
        guard let text = call.request.parameter("uid") else { return nil }
        if let uuid = UUID(text: text) { return UserID(uuid) }
        guard call.isKey, text.hasPrefix(Self.external),
            let id = ExternalID(String(text.dropFirst(Self.external.count)))
        else { return nil }
        return try await mappingErrors { () throws(InfrastructureError) in try await externalIDs.user(id) }
    }

    private static let external = "external:"

    /// A key reads as much as it wants.
    func limitReads(of caller: Caller?) throws(Problem) {
        guard limits.readsPerUser.isLimiting, case .user(let uid, _) = caller else { return }
        try limits.readsPerUser.take(RateLimitKey(uid.uuid))
    }

    /// Another user's resource is to a user as if absent.
    private func refusal(of caller: Caller, _ request: Request, _ access: Access) -> Problem {
        var forbidden = Problem.forbidden
        forbidden.detail = access.refusal(of: caller)
        guard case .user(let uid, _) = caller, let owner = request.parameter("uid") else { return forbidden }
        return owner.lowercased() == uid.description ? forbidden : .notFound
    }
}

extension Request {
    /// The token of `Authorization: Bearer …`, as the bytes that came: on the way of every request, a string
    /// of them would be made only to be hashed.
    package var bearerToken: ArraySlice<UInt8>? {
        guard let value = headers.onlyValue("authorization"), value.count > Self.bearer.count else {
            return nil
        }
        let scheme = value.prefix(Self.bearer.count)
        // Only letters differ by this bit; the space has it set already.
        guard zip(scheme, Self.bearer).allSatisfy({ $0 | 0x20 == $1 }) else { return nil }
        return value.dropFirst(Self.bearer.count)
    }

    private static let bearer = Array("bearer ".utf8)
}

/// The treatment of unknown query parameters.
package enum UnknownQuery {
    /// 422: one who mistypes a filter should not take the whole for a part.
    case refused
    /// Passed over, where others than the caller write into the query.
    case ignored
}

/// Where a route's limits are not the server's own.
package struct RouteLimits {
    package var bodyBytesMax: Int?
    package var handlerTimeoutMilliseconds: Int?
    /// Asked when the server's own limit is over; nil where all requests have that time.
    package var takesLong: (() -> Bool)?
    /// Whether any request would be refused for want of time; it is, before it is looked at.
    package var isBusy: (() -> Bool)?
    /// Answered also where there is no room for others.
    package var isVital = false

    package init(
        bodyBytesMax: Int? = nil, handlerTimeoutMilliseconds: Int? = nil, takesLong: (() -> Bool)? = nil,
        isBusy: (() -> Bool)? = nil, isVital: Bool = false
    ) {
        self.bodyBytesMax = bodyBytesMax
        self.handlerTimeoutMilliseconds = handlerTimeoutMilliseconds
        self.takesLong = takesLong
        self.isBusy = isBusy
        self.isVital = isVital
    }
}
