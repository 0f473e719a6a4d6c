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

/// How a release compiles a module. Optimising is four fifths of what a release takes to build.
enum Pace {
    /// Serves players.
    case fast
    /// Runs in the background, in commands, or for operators and other systems: 0.85 × the processor time.
    case small
    /// Runs at the start, or for tests, as embedded PostgreSQL does: 0.3 × the processor time.
    case plain

    var settings: [SwiftSetting] {
        switch self {
        case .fast: walls
        case .small: walls + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
        case .plain:
            walls + [.unsafeFlags(["-Onone", "-assert-config", "Release"], .when(configuration: .release))]
        }
    }
}

func module(
    _ name: String, _ dependencies: [Target.Dependency], _ pace: Pace = .fast, resources: [Resource] = [],
    exclude: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: pace.settings)
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
    "Service", "Accounts", "Delivery", "Invitations", "Reporting", "Rewards", "Limits", "Ledger", "Batching",
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

        // C reads a file of bytes in no time; a literal of the same bytes takes Swift long.
        .target(name: "CResources"),

        module("Basics", []),
        module("Resources", ["CResources"]),
        module("EventLoops", ["CLibevent"]),
        module("JSON", ["Basics"]),
        module("Tracing", ["EventLoops", "Basics"]),
        module("HTTP", ["Tracing", "JSON", "Basics", "EventLoops"]),
        module("WebClient", ["EventLoops", "CCurl"]),
        module("TraceExport", ["Tracing", "WebClient", "JSON", "EventLoops"]),
        module("Postgres", ["Tracing", "EventLoops", "CLibpq"]),
        module("Values", ["Basics"]),
        module("Crypto", ["Values", "Basics", "CSodium", "CPasswords", "CCrypto"]),
        module("Patterns", ["CRe2"]),
        module("Links", ["Values", "Basics", "Patterns"]),
        module("Referrals", ["Links", "Values", "Basics"]),
        module("Forms", ["JSON", "Referrals", "Links", "Values", "Basics"]),
        module("Store", ["Forms", "JSON", "Postgres", "Referrals", "Links", "Values"]),
        module(
            "Batching", ["Store", "Referrals", "Values", "Postgres", "Tracing", "EventLoops", "Crypto"]),
        module("Limits", ["Batching", "Store", "Values", "Postgres", "EventLoops", "Crypto", "Basics"]),
        module("Ledger", ["Batching"] + ground),
        module("Rewards", ["Ledger", "Batching", "Forms", "JSON", "Links"] + ground),
        module("Invitations", ["Rewards", "Ledger", "Batching", "Forms", "JSON", "Links"] + ground),
        module("Reporting", ["Rewards", "Ledger", "Batching", "Links"] + ground),
        module("Accounts", ["Rewards", "Limits", "Ledger", "Batching", "Links", "WebClient"] + ground),
        module("Delivery", ["Ledger", "Batching", "WebClient", "Forms", "JSON"] + ground, .small),
        module(
            "Service",
            [
                "Accounts", "Delivery", "Invitations", "Reporting", "Rewards", "Limits", "Ledger", "Batching",
                "Links", "Tracing",
            ] + ground, .small),
        module("QRCodes", ["CQrencode", "CPng"]),
        module(
            "Pages",
            [
                "Accounts", "Invitations", "Rewards", "Batching", "Crypto", "HTTP", "Forms", "JSON",
                "Referrals", "Links",
                "Values",
                "Basics", "QRCodes", "Resources",
            ],
            exclude: ["Resources"]),
        module(
            "API",
            useCases + [
                "Pages", "Crypto", "HTTP", "Forms", "JSON", "Referrals", "Links", "Values", "Tracing",
                "EventLoops", "Basics", "QRCodes",
            ]),
        module(
            "Console",
            useCases + [
                "Pages", "Crypto", "HTTP", "Forms", "Referrals", "Links", "Values", "EventLoops", "Basics",
                "QRCodes", "Resources",
            ], .small,
            exclude: ["Resources"]),
        module(
            "LegacyAPI",
            useCases + [
                "API", "Crypto", "HTTP", "Forms", "JSON", "Referrals", "Links", "Values", "EventLoops",
                "Basics",
            ], .small),
        module("EmbeddedPostgres", ["EventLoops"], .plain),
        module(
            "TestApps",
            useCases + [
                "API", "HTTP", "Forms", "JSON", "Store", "Postgres", "EventLoops", "Referrals", "Crypto",
                "Values",
                "Basics",
            ], .plain),
        .executableTarget(
            name: "shipmate",
            dependencies: useCases + [
                "TestApps", "EmbeddedPostgres", "Console", "LegacyAPI", "Pages", "API", "Store", "Postgres",
                "HTTP",
                "Forms", "JSON", "EventLoops", "Tracing", "TraceExport",
                "WebClient", "Crypto", "Referrals", "Links", "Values", "Basics", "Migrations",
            ],
            swiftSettings: Pace.small.settings),
        module("Migrations", ["Postgres", "Resources"], .plain),
        module(
            "TestSupport",
            useCases + [
                "Console", "LegacyAPI", "Pages", "API", "Store", "Postgres", "HTTP", "Forms", "JSON",
                "EventLoops", "Referrals", "Links",
                "Values",
                "Migrations", "Crypto", "WebClient", "Tracing",
            ],
            resources: [
                .embedInCode("Outside/web.py"), .embedInCode("Outside/nursery.py"),
                .embedInCode("Outside/smtp.py"),
                .embedInCode("Outside/issuer.py"), .embedInCode("Outside/issuer_keys.py"),
                .embedInCode("Outside/proxy.py"),
                .embedInCode("Outside/webhooks.py"), .embedInCode("Outside/collector.py"),
                .embedInCode("Outside/receiver.py"),
            ]),
        module("Fuzzing", useCases + ["HTTP", "JSON", "Crypto", "Links", "Basics"]),

        tests("BasicsTests", ["Basics", "TestSupport"]),
        tests(
            "BatchingTests", ["Batching", "Postgres", "Tracing", "EventLoops", "Values", "TestSupport"]),
        tests("FuzzingTests", ["Fuzzing"]),
        tests("JSONTests", ["JSON", "TestSupport"]),
        tests("FormsTests", ["Forms", "JSON", "Referrals", "Values", "TestSupport"]),
        tests("EventLoopsTests", ["EventLoops", "TestSupport"]),
        tests("HTTPTests", ["HTTP", "Tracing", "JSON", "EventLoops", "TestSupport"]),
        tests("TracingTests", ["Tracing", "EventLoops"]),
        tests(
            "TraceExportTests",
            ["TraceExport", "Tracing", "WebClient", "JSON", "EventLoops", "TestSupport"],
            exclude: ["Protocol"]),
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
                "Tracing", "TraceExport", "WebClient", "EventLoops",
                "TestSupport",
            ]),
        tests(
            "DeliveryTests",
            [
                "Delivery", "Batching", "Store", "Postgres", "Referrals", "WebClient", "Crypto", "Values",
                "EventLoops", "TestSupport",
            ]),
        tests(
            "ConsoleTests",
            useCases + [
                "Console", "Pages", "HTTP", "JSON", "Links", "Crypto", "EventLoops", "Values", "TestSupport",
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
                "EmbeddedPostgres", "TestApps", "shipmate", "API", "HTTP", "Forms", "JSON", "Postgres",
                "Referrals",
                "Links", "Values",
                "Basics", "EventLoops", "TraceExport", "WebClient", "Crypto", "TestSupport",
            ]),
    ] + fuzzing,
    cxxLanguageStandard: .cxx17
)
