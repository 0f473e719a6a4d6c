// swift-tools-version: 6.2
import PackageDescription

/// The walls of the house, held by the compiler: nothing leaks through an import, no protocol hides its cost, and
/// asynchronous code stays on the event loop that called it.
let walls: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: walls)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: walls)
}

/// libFuzzer brings its own `main`, so its program is there only when asked for: Benchmarks/faults/figures/fuzzing.py.
let fuzzing: [Target] =
    Context.environment["SHIPMATE_FUZZING"] == nil
    ? []
    : [
        .executableTarget(
            name: "fuzz", dependencies: ["Fuzzing"], path: "Benchmarks/faults/fuzz/Program",
            swiftSettings: walls)
    ]

/// What use cases stand on.
let ground: [Target.Dependency] = [
    "Store", "Referrals", "Values", "Postgres", "EventLoops", "Crypto", "Basics",
]

/// The modules of use cases, for those who compose, call or test them.
let useCases: [Target.Dependency] = [
    "Service", "Accounts", "Invitations", "Reporting", "Rewards", "Limits", "Ledger", "Batching",
]

let package = Package(
    name: "shipmate",
    products: [.executable(name: "shipmate", targets: ["shipmate"])],
    targets: [
        .systemLibrary(
            name: "CLibevent", pkgConfig: "libevent_core libevent_pthreads",
            providers: [.apt(["libevent-dev"])]),
        .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CPng", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        // RE2 speaks C++ alone; the target is a few functions of C around it.
        .target(name: "CRe2", linkerSettings: [.linkedLibrary("re2"), .linkedLibrary("stdc++")]),
        // libcrypto's keys are handles to be freed; the target is a few functions of C around them.
        .target(name: "CCrypto", linkerSettings: [.linkedLibrary("crypto")]),
        // What other systems hashed passwords with: libcrypto's scrypt and AES, libxcrypt's bcrypt.
        .target(name: "CPasswords", linkerSettings: [.linkedLibrary("crypto"), .linkedLibrary("crypt")]),

        module("Basics", []),
        module("EventLoops", ["CLibevent"]),
        module("JSON", ["Basics"]),
        module("HTTP", ["JSON", "Basics", "EventLoops"]),
        module("WebClient", ["EventLoops", "CCurl"]),
        module("Postgres", ["EventLoops", "CLibpq"]),
        module("Values", ["Basics"]),
        module("Crypto", ["Values", "Basics", "CSodium", "CPasswords", "CCrypto"]),
        module("Patterns", ["CRe2"]),
        module("Links", ["Values", "Basics", "Patterns"]),
        module("Referrals", ["Links", "Values", "Basics"]),
        module("Forms", ["JSON", "Referrals", "Links", "Values", "Basics"]),
        module("Store", ["Forms", "JSON", "Postgres", "Referrals", "Links", "Values"]),
        module(
            "Batching", ["Store", "Referrals", "Values", "Postgres", "EventLoops", "Crypto"]),
        module("Limits", ["Batching", "Store", "Values", "Postgres", "EventLoops", "Crypto", "Basics"]),
        module("Ledger", ["Batching"] + ground),
        module("Rewards", ["Ledger", "Batching", "Forms", "JSON", "Links"] + ground),
        module("Invitations", ["Rewards", "Ledger", "Batching", "Links"] + ground),
        module("Reporting", ["Rewards", "Ledger", "Batching", "Links"] + ground),
        module("Accounts", ["Rewards", "Limits", "Ledger", "Batching", "Links", "WebClient"] + ground),
        module(
            "Service",
            ["Accounts", "Invitations", "Reporting", "Rewards", "Limits", "Ledger", "Batching", "Links"]
                + ground),
        module("QRCodes", ["CQrencode", "CPng"]),
        module(
            "Pages",
            [
                "Accounts", "Invitations", "Rewards", "Batching", "Crypto", "HTTP", "Forms", "JSON",
                "Referrals", "Links",
                "Values",
                "Basics", "QRCodes",
            ],
            resources: [
                "page.css", "debug.css", "form.css", "reference.css", "pictures.js", "press.js",
                "question.js", "search.js",
            ].map { .embedInCode("HTML/\($0)") }
                + [
                    "ar", "de", "en", "es", "fr", "he", "hi", "id", "it", "ja",
                    "ko", "nl", "pl", "pt-BR", "ru", "tr", "uk", "zh-Hans", "zh-Hant",
                ].map { .embedInCode("Texts/\($0).txt") }),
        module(
            "API",
            useCases + [
                "Pages", "Crypto", "HTTP", "Forms", "JSON", "Referrals", "Links", "Values", "EventLoops",
                "Basics", "QRCodes",
            ]),
        module(
            "LegacyAPI",
            useCases + [
                "API", "Crypto", "HTTP", "Forms", "JSON", "Referrals", "Links", "Values", "EventLoops",
                "Basics",
            ]),
        module("EmbeddedPostgres", ["EventLoops"]),
        .executableTarget(
            name: "shipmate",
            dependencies: useCases + [
                "EmbeddedPostgres", "LegacyAPI", "Pages", "API", "Store", "Postgres", "HTTP", "Forms", "JSON",
                "EventLoops",
                "WebClient", "Crypto", "Referrals", "Links", "Values", "Basics", "Migrations",
            ],
            swiftSettings: walls),
        .target(
            name: "Migrations", dependencies: ["Postgres"], path: "Migrations",
            resources: [
                .embedInCode("0001_service_role.sql"), .embedInCode("0002_users.sql"),
                .embedInCode("0003_sessions.sql"), .embedInCode("0004_events.sql"),
                .embedInCode("0005_ledger.sql"), .embedInCode("0006_append_only.sql"),
                .embedInCode("0007_links.sql"),
                .embedInCode("0008_link_days.sql"),
                .embedInCode("0009_claim_keys.sql"), .embedInCode("0010_root_secret.sql"),
                .embedInCode("0011_unpaid_rewards.sql"), .embedInCode("0012_referral_counts.sql"),
                .embedInCode("0013_click_bound.sql"), .embedInCode("0014_click_days.sql"),
                .embedInCode("0015_known_addresses.sql"),
                .embedInCode("0016_keys_and_limits.sql"),
                .embedInCode("0017_ledger_seals.sql"), .embedInCode("0018_link_news.sql"),
                .embedInCode("0019_taps.sql"),
                .embedInCode("0020_click_sizes.sql"),
                .embedInCode("0021_link_states.sql"),
                .embedInCode("0022_rules.sql"),
                .embedInCode("0023_external_ids.sql"),
                .embedInCode("0024_jobs.sql"),
                .embedInCode("0025_erasures.sql"),
                .embedInCode("0026_taking_back.sql"), .embedInCode("0027_taken_back_once.sql"),
                .embedInCode("0028_currencies.sql"), .embedInCode("0029_lists.sql"),
                .embedInCode("0030_timeline.sql"),
                .embedInCode("0031_password_schemes.sql"),
                .embedInCode("0032_trust.sql"),
                .embedInCode("0033_mail_outbox.sql"),
                .embedInCode("0034_identities.sql"),
                .embedInCode("0035_reports.sql"),
                .embedInCode("0036_session_devices.sql"),
                .embedInCode("0037_merges.sql"),
                .embedInCode("0038_brought_over.sql"),
                .embedInCode("0039_sign_up_costs.sql"),
                .embedInCode("0040_budget_shares.sql"),
                .embedInCode("0041_reviews.sql"),
                .embedInCode("0042_recovery.sql"),
                .embedInCode("0043_key_tags.sql"),
                .embedInCode("0044_merge_limits.sql"),
                .embedInCode("0045_programme_turns.sql"),
                .embedInCode("0046_key_scopes.sql"),
                .embedInCode("0047_causes.sql"), .embedInCode("0048_wrapped_secrets.sql"),
                .embedInCode("0049_reversals.sql"), .embedInCode("0050_audit_chain.sql"),
                .embedInCode("0051_reversal_times.sql"), .embedInCode("0052_programme_json.sql"),
                .embedInCode("schema.sql"), .embedInCode("baseline.sql"),
            ], swiftSettings: walls),
        module(
            "TestSupport",
            useCases + [
                "LegacyAPI", "Pages", "API", "Store", "Postgres", "HTTP", "Forms", "JSON", "EventLoops",
                "Referrals", "Links",
                "Values",
                "Migrations", "Crypto", "WebClient",
            ],
            resources: [
                .embedInCode("Outside/web.py"), .embedInCode("Outside/nursery.py"),
                .embedInCode("Outside/smtp.py"),
                .embedInCode("Outside/issuer.py"),
            ]),
        module("Fuzzing", useCases + ["HTTP", "JSON", "Crypto", "Links", "Basics"]),

        tests("BasicsTests", ["Basics", "TestSupport"]),
        tests("BatchingTests", ["Batching", "Postgres", "EventLoops", "Values", "TestSupport"]),
        tests("FuzzingTests", ["Fuzzing"]),
        tests("JSONTests", ["JSON", "TestSupport"]),
        tests("FormsTests", ["Forms", "JSON", "Referrals", "Values", "TestSupport"]),
        tests("EventLoopsTests", ["EventLoops", "TestSupport"]),
        tests("HTTPTests", ["HTTP", "JSON", "EventLoops", "TestSupport"]),
        tests("WebClientTests", ["WebClient", "EventLoops", "TestSupport"]),
        tests("CryptoTests", ["Crypto", "Values", "Basics", "TestSupport"], exclude: ["Issuers/Vectors"]),
        tests("PostgresTests", ["Postgres", "EventLoops", "TestSupport"]),
        tests("ValuesTests", ["Values"]),
        tests("LinksTests", ["Links", "Values", "TestSupport"]),
        tests("ReferralsTests", ["Referrals", "Values", "TestSupport"]),
        tests(
            "MigrationsTests",
            useCases + [
                "Migrations", "Postgres", "EventLoops", "HTTP", "Forms", "JSON", "Referrals", "Crypto",
                "TestSupport",
            ]),
        tests(
            "APITests",
            useCases + [
                "LegacyAPI", "Pages", "API", "Crypto", "Referrals", "Links", "Values", "HTTP", "Forms",
                "JSON", "Postgres",
                "EventLoops",
                "TestSupport",
            ]),
        tests("ArchitectureTests", []),
        tests(
            "BrowserTests",
            useCases + ["Pages", "API", "HTTP", "Forms", "JSON", "Links", "Crypto", "TestSupport"]),
        tests("StoryTests", useCases + ["HTTP", "Forms", "JSON", "Links", "Crypto", "TestSupport"]),
        tests("QRCodesTests", ["QRCodes", "TestSupport"]),
        tests(
            "ServiceTests",
            useCases + [
                "Crypto", "Store", "Referrals", "Links", "Values", "Postgres", "EventLoops", "TestSupport",
            ]),
        tests(
            "StoreTests",
            useCases + [
                "Store", "Postgres", "Referrals", "Links", "Values", "Crypto", "EventLoops", "Migrations",
                "TestSupport",
            ]),
        tests(
            "PromiseTests",
            useCases + [
                "EmbeddedPostgres", "shipmate", "API", "Crypto", "HTTP", "Forms", "JSON", "Postgres",
                "Referrals", "Values",
                "Migrations", "EventLoops", "TestSupport",
            ]),
        tests(
            "CommandTests",
            useCases + [
                "EmbeddedPostgres", "shipmate", "API", "HTTP", "Forms", "JSON", "Postgres", "Referrals",
                "Links", "Values",
                "Basics", "EventLoops", "WebClient", "Crypto", "TestSupport",
            ]),
    ] + fuzzing,
    cxxLanguageStandard: .cxx17
)
