internal import EventLoops
internal import HTTP
internal import Links
internal import Service

/// Firebase's `POST /v1/installAttribution?key=`: the claim of a new install.
struct AttributeInstall: Endpoint {
    struct Output: JSONOutput {
        let reply: ClaimReply
        /// `IP_V4` or `IP_V6`: the SDK asks both ways and goes by this.
        let addressFamily: String

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                if let spec = reply.spec, let confidence {
                    DynamicLinkView(spec: spec, code: reply.code, invitationID: reply.invitation?.id)
                        .encodeMembers(to: &writer, minimumVersion: "appMinimumVersion")
                    writer.member("attributionConfidence", confidence)
                    writer.member("isStrongMatchExecutable", false)
                } else {
                    writer.member("matchMessage", "No link was opened before this install.")
                }
                writer.member("requestIpVersion", addressFamily)
            }
        }

        private var confidence: String? {
            switch reply.match {
            case .unique: "UNIQUE"
            case .default: "DEFAULT"
            case .weak: "WEAK"
            case .none: nil
            }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func respond(to input: AttributionInput, on call: Call) async throws(Problem) -> Output {
        try await key.admit(call)
        let reply = try await serving { () throws(ServiceError) in
            try making.limits.linkClaimsPerAddress.take(RateLimitKey(call.address))
            return try await making.links.claim(input.claim, from: call.address)
        }
        return Output(
            reply: reply, addressFamily: call.address.description.contains(":") ? "IP_V6" : "IP_V4")
    }
}
