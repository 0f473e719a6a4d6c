internal import API
internal import Crypto
internal import HTTP
internal import Invitations
internal import JSON
internal import Limits
internal import Links

/// Branch's `POST /v1/install` and `/v1/open`, as its SDKs call them: the claim of an app that starts.
///
/// An install that names no link may be guessed by its device. An app that was there before came through the
/// link that opened it, or through none.
struct StartBranchSession: RepeatableEndpoint {
    enum Kind {
        case install
        case open
    }

    let kind: Kind
    let keys: BranchKeys
    let making: LinkMaking
    let pepper: Subkey

    func respond(to body: BranchBody, on call: Call) async throws(Problem) -> BranchSessionView {
        try await keys.admit(key: try body.text("branch_key"), call)
        let device = BranchDevice(body)
        var claim = try device.claim()
        claim.keyHash = try IdempotencyKey.read(call.request)?.hash(pepper: pepper).bytes
        let profile = try making.profile()
        var (reply, isSpent) = (ClaimReply?.none, false)
        if kind == .install || !claim.brought(in: profile).isEmpty {
            try making.limits.linkClaimsPerAddress.take(RateLimitKey(call.address))
            let found = try await mappingErrors { () throws(LinkError) in
                try await making.links.claim(claim, from: call.address)
            }
            if found.match != .none { reply = found }
            isSpent = found.isSpent
        }
        return BranchSessionView(
            reply: reply, longLink: reply?.spec.map { making.longLink(of: $0, code: reply?.code) },
            otherLink: reply == nil && !isSpent ? claim.link : nil, isFirst: kind == .install,
            ids: try BranchSessionIDs(body), identity: try body.text("identity"))
    }
}

extension StartBranchSession {
    var repeatable: [RepeatableCall] { [kind == .install ? .branchInstall : .branchOpen] }

    var operation: Operation {
        words
            .takes(
                .idempotencyKey(
                    "A secret of the install. For 24 hours, repeating the call returns the same click."
                )
            )
            .takes(
                .branchSessionRequest,
                [
                    "branch_key": "key_live_…",
                    "link_identifier": "0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d",
                    "os": "iOS", "os_version": "17.4", "model": "iPhone15,2",
                ]
            )
            .gives(
                "In Branch's form; `data` is JSON text.",
                example: [
                    "session_id": "938471023948571029",
                    "identity_id": "938471023948571030",
                    "randomized_bundle_token": "938471023948571030",
                    "device_fingerprint_id": "938471023948571031",
                    "randomized_device_token": "938471023948571031",
                    "identity": .null,
                    "data": .string(
                        #"{"+clicked_branch_link":true,"+is_first_session":true,"+match_guaranteed":true,"#
                            + #""~referring_link":"https://go.example.com/abcd"}"#),
                    "link_click_id": "0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d",
                    "referring_link": "https://go.example.com/abcd",
                    "referring_identity": .null,
                    "match": "unique",
                    "referral_code": "7ZKQ4M9XTB",
                ])
    }

    private var words: Operation {
        switch kind {
        case .install:
            Operation(
                "branchInstall", .legacy, "Branch: attribute an install",
                """
                For the SDKs; see `POST /v1/links/claim`. If a URL opened the app that is no link of ours, \
                `data` has it as `+non_branch_link`, and the device is not matched.
                """)
        case .open:
            Operation(
                "branchOpen", .legacy, "Branch: attribute an open",
                """
                For the SDKs. The device is never matched: without a link of ours there is no match, and \
                `data` has the URL that opened the app as `+non_branch_link`.
                """)
        }
    }
}

extension Schema {
    static var branchSessionRequest: Schema {
        .object(
            "BranchSessionRequest", means: "The SDK's information. Other members are ignored.",
            [
                "branch_key": .string(1...128).means("Identifies the app; the profile lists it."),
                "link_identifier": .string(upTo: 8192).means(
                    "The click's id, from the URL that opened the app."
                )
                .nullableOptional,
                "universal_link_url": .string(upTo: 8192).means("What opened the app on iOS.")
                    .nullableOptional,
                "android_app_link_url": .string(upTo: 8192).means("What opened the app on Android.")
                    .nullableOptional,
                "external_intent_uri": .string(upTo: 8192).means("The same, with the app's own scheme.")
                    .nullableOptional,
                "install_referrer": .string(upTo: 8192).means("The text from Play's Install Referrer API.")
                    .nullableOptional,
                "local_url": .string(upTo: 8192).means("The clipboard's content.").nullableOptional,
                "ios_bundle_id": .string(upTo: 255).means("The app's.").nullableOptional,
                "package_name": .string(upTo: 255).means("The app's.").nullableOptional,
                "os": .string(upTo: 128).means("`iOS` or `Android`; other values count as a desktop.")
                    .nullableOptional,
                "os_version": .integerOrText.means("On Android that of its API; see `os_version_android`.")
                    .nullableOptional,
                "os_version_android": .integerOrText.means("Such as `14`.").nullableOptional,
                "model": .string(upTo: 128).means("Such as `iPhone15,2`.").nullableOptional,
                "language": .string(upTo: 128).means("Such as `en`.").nullableOptional,
                "screen_width": .integerOrText.means("In pixels.").nullableOptional,
                "screen_height": .integerOrText.means("In pixels.").nullableOptional,
                "identity": .string(upTo: 128).means("Returned unchanged.").nullableOptional,
                "randomized_bundle_token": .string(upTo: 128).means("Returned unchanged; or `identity_id`.")
                    .nullableOptional,
                "randomized_device_token": .string(upTo: 128).means(
                    "Returned unchanged; or `device_fingerprint_id`."
                ).nullableOptional,
            ])
    }
}
