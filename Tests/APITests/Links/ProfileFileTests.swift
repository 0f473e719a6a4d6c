import API
import FoundationEssentials
import Links
import Testing
import Values

@Suite struct ProfileFileTests {
    private static let smallest = #"{"name": "Game", "domain_uri_prefixes": ["go.example.com"]}"#

    private static func read(_ text: String) throws -> AppProfile {
        try ProfileFile.read(Array(text.utf8))
    }

    private static func mistakes(_ text: String) -> [ProfileFile.Mistake] {
        do throws(ProfileFile.Mistakes) {
            _ = try ProfileFile.read(Array(text.utf8))
            return []
        } catch {
            return error.all
        }
    }

    private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

    @Test func `the documentation's example is complete and good`() throws {
        let text = try SourceFiles.text("Documentation/app-profile.example.json")
        let profile = try Self.read(text)
        #expect(profile.name == "Pieces & Eight")
        #expect(
            profile.prefixes.map(\.description) == ["https://go.example.com", "https://example.com/invite"])
        #expect(profile.android.first?.fingerprints.count == 1)
        #expect(profile.android.first?.customScheme == "examplegame")
        #expect(profile.ios.first?.prefix == "ABCDE12345")
        #expect(profile.ios.first?.appStoreID == "1234567890")
        #expect(profile.inviteLink?.description == "https://example.com/join")
        #expect(Set(profile.inviteTexts.keys) == ["default", "email", "sms"])
        #expect(profile.inviteTexts["email"]?.subject == "{name} invites you to {app}")
        #expect(profile.social.imageLink?.host == "example.com")
        #expect(profile.allowedPatterns.count == 2)
        #expect(profile.brand.icon?.host == "example.com" && profile.brand.tagline != nil)
        #expect(profile.brand.color != nil && profile.brand.darkColor != nil && profile.remarks == [])
        #expect(profile.inviteOffer?.contains("{signup} pieces of eight") == true)
        #expect(profile.hasDesktopPage)
        #expect(profile.legacyKeys.firebaseAPIKeys.count == 1)
        #expect(profile.legacyKeys.branchKeys.count == 1)
        #expect(profile.legacyKeys.branchSecretHashes == [])
        let referral = try #require(ReferralCode("0123456789"))
        let invite = try #require(profile.inviteSpec(referralCode: referral))
        #expect(profile.refusals(of: invite) == [])
    }

    @Test func `a name and a prefix are enough`() throws {
        let profile = try Self.read(Self.smallest)
        #expect(profile.name == "Game")
        #expect(profile.prefixes.map(\.host) == ["go.example.com"])
        #expect(profile.android == [])
        #expect(profile.ios == [])
        #expect(profile.inviteLink == nil)
        #expect(profile.allowedPatterns.isEmpty)
    }

    @Test func `refuses a prefix that comes twice, however it is written`() {
        let text =
            #"{"name": "Game", "domain_uri_prefixes": ["go.example.com", "https://GO.example.com/"]}"#
        #expect(
            Self.mistakes(text).map(\.description) == ["/domain_uri_prefixes: A prefix comes twice."])
    }

    @Test(
        arguments: [
            ("{nmae} invites you", ["There is no {nmae}, only {link}, {name}, {app}, {code}."]),
            ("{link} {referral_code}", ["There is no {referral_code}, only {link}, {name}, {app}, {code}."]),
            ("{ name }", ["There is no { name }, only {link}, {name}, {app}, {code}."]),
            ("{link} {name} {app} {code} { {} {2} {not a word} }{ {", []), ("{link", []),
        ])
    func `refuses a placeholder that nobody fills in`(body: String, mistakes: [String]) {
        let text = """
            {"name": "Game", "domain_uri_prefixes": ["go.example.com"], "invite_texts": {"sms": {"body": "\(body)"}}}
            """
        #expect(Self.mistakes(text).map(\.detail) == mistakes)
        #expect(Self.mistakes(text).allSatisfy { $0.pointer == "/invite_texts/sms/body" })
    }

    @Test func `what invites, fallbacks and the App Links page are like is read, and nothing unless told`()
        throws
    {
        let plain = try Self.read(Self.smallest)
        #expect(plain.inviteParameters == ["invitedby"] && plain.appLinksPath == nil)
        #expect(!plain.fallbacksCarryClick)
        let start = String(Self.smallest.dropLast())
        for (given, read) in [
            (#""ref""#, ["ref", "invitedby"]), (#"["ref", "from"]"#, ["ref", "from", "invitedby"]),
            (#"["invitedby", "ref"]"#, ["invitedby", "ref"]),
        ] {
            let profile = try Self.read(start + #", "invite_parameter": \#(given)}"#)
            #expect(profile.inviteParameters == read)
        }
        let full = try Self.read(start + #", "fallback_click_id": true, "app_links_path": "/fb/join"}"#)
        #expect(full.fallbacksCarryClick && full.appLinksPath == "/fb/join")
        for (member, pointer) in [
            (#""invite_parameter": "a b""#, "/invite_parameter"),
            (#""invite_parameter": []"#, "/invite_parameter"),
            (#""invite_parameter": ["a", ""]"#, "/invite_parameter/1"),
            (#""invite_parameter": 5"#, "/invite_parameter"),
            (#""app_links_path": "/v1/x""#, "/app_links_path"),
            (#""app_links_path": "x""#, "/app_links_path"), (#""app_links_path": "/""#, "/app_links_path"),
            (#""app_links_path": "/applink""#, "/app_links_path"),
            (#""app_links_path": "/a/""#, "/app_links_path"),
            (#""app_links_path": "/{x}""#, "/app_links_path"),
            (#""fallback_click_id": 1"#, "/fallback_click_id"),
        ] {
            #expect(Self.mistakes(start + ", " + member + "}").map(\.pointer) == [pointer], "\(member)")
        }
        let below =
            #"{"name": "Game", "domain_uri_prefixes": ["https://go.example.com/in"], "app_links_path": "/in"}"#
        #expect(Self.mistakes(below).map(\.pointer) == ["/app_links_path"])
    }

    @Test func `the offer names rules, and nothing else`() throws {
        let start = Self.smallest.dropLast() + #", "invite_offer": "#
        let text = start + #""You get {signup}, your friend {level-5}. {}"}"#
        #expect(try Self.read(String(text)).inviteOffer == "You get {signup}, your friend {level-5}. {}")
        #expect(
            Self.mistakes(start + #""{Signup}"}"#).map(\.description)
                == ["/invite_offer: There is no {Signup}: a rule's name is needed."])
    }

    @Test func `refuses a prefix in the API's place`() {
        let text = """
            {"name": "Game", "domain_uri_prefixes": ["https://a.example/v1x", "https://a.example/v1/a"]}
            """
        let mistakes = Self.mistakes(text)
        #expect(mistakes.map(\.pointer) == ["/domain_uri_prefixes/1"])
        #expect(mistakes.first?.detail.contains("/v1") == true)
    }

    @Test func `names every mistake at once by its pointer`() {
        let text = #"""
            {
              "domain_uri_prefixes": ["https://go.example.com", "http://x.example", 7],
              "android": [{"package_name": "com.example.game", "sha256_fingerprints": ["AB:CD"]}, {}],
              "ios": [{"bundle_id": "com.example.game", "app_id_prefix": "short", "app_store_id": "id7",
                       "custom_scheme": "javascript", "team": 1}],
              "invite_link": "https://go.example.com/join",
              "invite_texts": {"e mail": {}, "sms": {"text": "x"}},
              "social": {"image_link": "http://example.com/x.png"},
              "allowed_patterns": ["https://example.com", "^(", "^(?=x)"],
              "legacy_keys": {"firebase_api_keys": ["x"], "branch_secrets_sha256": ["secret"]},
              "brand": {"icon": "http://x.example/i.png", "color": "red", "dark_color": 7, "logo": ""},
              "invite_offer": "{Level}", "desktop_page": "yes",
              "colour": "red"
            }
            """#
        #expect(
            Set(Self.mistakes(text).map(\.pointer)) == [
                "/name", "/domain_uri_prefixes/2", "/android/0/sha256_fingerprints/0",
                "/android/1/package_name",
                "/android/1/sha256_fingerprints", "/ios/0/app_id_prefix", "/ios/0/app_store_id",
                "/ios/0/custom_scheme", "/ios/0/team", "/invite_texts/e mail", "/invite_texts/sms/text",
                "/invite_texts/sms/body",
                "/social/image_link", "/allowed_patterns/0", "/allowed_patterns/1", "/allowed_patterns/2",
                "/legacy_keys/firebase_api_keys/0", "/legacy_keys/branch_secrets_sha256/0", "/colour",
                "/brand/icon", "/brand/color", "/brand/dark_color", "/brand/logo", "/invite_offer",
                "/desktop_page",
            ])
    }

    @Test(
        arguments: [
            ("", "This is no JSON"), ("{", "This is no JSON"), ("[]", "An object is needed."),
            (#"{"name": "a", "name": "b"}"#, "This is no JSON"),
            (String(repeating: " ", count: 65_537), "more than 65536 bytes"),
        ])
    func `says what is wrong with the file as a whole`(text: String, detail: String) {
        let mistakes = Self.mistakes(text)
        #expect(mistakes.first?.pointer == "")
        #expect(mistakes.first?.detail.contains(detail) == true, "\(mistakes)")
    }

    @Test(
        arguments: [
            (
                #""allowed_patterns": ["^a","^b","^c","^d","^e","^f","^g","^h","^i","^j","^k"]"#,
                "/allowed_patterns"
            ),
            (#""allowed_patterns": ["^(((a{100}){100}){100})"]"#, "/allowed_patterns/0"),
            (#""invite_link": "javascript:alert(1)""#, "/invite_link"),
            (#""invite_link": "https://go.example.com/x""#, "/invite_link"),
            (
                #""invite_link": "https://other.example/join", "allowed_patterns": ["^https://example\\.com/"]"#,
                "/invite_link"
            ),
            (
                #""invite_link": "https://example.com/join", "allowed_patterns": ["^https://example\\.com/join$"]"#,
                "/invite_link"
            ),
            (#""invite_texts": {"email": {}}"#, "/invite_texts/email/body"),
            (
                #""android": [{"package_name": "game", "sha256_fingerprints": ["\#(fingerprint)"]}]"#,
                "/android/0/package_name"
            ),
            (#""android": {}"#, "/android"), (#""social": []"#, "/social"),
            (#""invite_texts": "x""#, "/invite_texts"),
        ])
    func `refuses what can't be`(member: String, pointer: String) {
        let text = String(Self.smallest.dropLast()) + ", \(member)}"
        #expect(Self.mistakes(text).map(\.pointer) == [pointer])
    }
}
