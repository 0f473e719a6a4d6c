import Testing

/// The walls between modules, which Documentation/Architecture.md draws: who may import whom.
struct ImportTests {
    /// What use cases stand on.
    private static let ground: Set<String> = [
        "Store", "Referrals", "Values", "Postgres", "EventLoops", "Crypto", "Basics",
    ]

    /// The modules of use cases.
    static let useCases: Set<String> = [
        "Service", "Accounts", "Delivery", "Invitations", "Reporting", "Rewards", "Limits", "Ledger",
        "Batching",
    ]

    /// Ours, and the C libraries that a module alone may see.
    static let allowed: [String: Set<String>] = [
        "Basics": [],
        "Resources": ["CResources"],
        "EventLoops": ["CLibevent"],
        "JSON": ["Basics"],
        "Tracing": ["EventLoops", "Basics"],
        "HTTP": ["Tracing", "JSON", "Basics", "EventLoops"],
        "WebClient": ["EventLoops", "CCurl"],
        "TraceExport": ["Tracing", "WebClient", "JSON", "EventLoops"],
        "Postgres": ["Tracing", "EventLoops", "CLibpq"],
        "Values": ["Basics"],
        "Crypto": ["Values", "Basics", "CSodium", "CPasswords", "CCrypto"],
        "Patterns": ["CRe2"],
        "Links": ["Values", "Basics", "Patterns"],
        "Referrals": ["Links", "Values", "Basics"],
        "Forms": ["JSON", "Referrals", "Links", "Values", "Basics"],
        "Store": ["Forms", "JSON", "Postgres", "Referrals", "Links", "Values"],
        "Batching": ["Store", "Referrals", "Values", "Postgres", "Tracing", "EventLoops", "Crypto"],
        "Limits": ["Batching", "Store", "Values", "Postgres", "EventLoops", "Crypto", "Basics"],
        "Ledger": ground.union(["Batching"]),
        "Rewards": ground.union(["Ledger", "Batching", "Forms", "JSON", "Links"]),
        "Invitations": ground.union(["Rewards", "Ledger", "Batching", "Forms", "JSON", "Links"]),
        "Reporting": ground.union(["Rewards", "Ledger", "Batching", "Links"]),
        "Accounts": ground.union(["Rewards", "Limits", "Ledger", "Batching", "Links", "WebClient"]),
        "Delivery": ground.union(["Ledger", "Batching", "WebClient", "Forms", "JSON"]),
        "Service": ground.union(useCases).union(["Links", "Tracing"]),
        "QRCodes": ["CQrencode", "CPng"],
        "Pages": [
            "Accounts", "Invitations", "Rewards", "Batching", "Crypto", "HTTP", "Forms", "JSON", "Referrals",
            "Links", "Values", "Basics", "QRCodes", "Resources",
        ],
        "API": useCases.union([
            "Pages", "Crypto", "HTTP", "Forms", "JSON", "Referrals", "Links", "Values", "Tracing",
            "EventLoops", "Basics", "QRCodes",
        ]),
        "Console": useCases.union([
            "Pages", "Crypto", "HTTP", "Forms", "Referrals", "Links", "Values", "EventLoops", "Basics",
            "QRCodes", "Resources",
        ]),
        "LegacyAPI": useCases.union([
            "API", "Crypto", "HTTP", "Forms", "JSON", "Referrals", "Links", "Values", "EventLoops", "Basics",
        ]),
        "EmbeddedPostgres": ["EventLoops"],
        "TestApps": useCases.union([
            "API", "HTTP", "Store", "Forms", "JSON", "Postgres", "EventLoops", "Referrals", "Crypto",
            "Values",
            "Basics",
        ]),
        "Migrations": ["Postgres", "Resources"],
        "shipmate": ground.union(useCases).union([
            "TestApps", "EmbeddedPostgres", "Console", "LegacyAPI", "Pages", "API", "HTTP", "Forms", "JSON",
            "WebClient", "Links",
            "Migrations", "Tracing", "TraceExport",
        ]),
        "TestSupport": ground.union(useCases).union([
            "Console", "LegacyAPI", "Pages", "API", "HTTP", "Forms", "JSON", "WebClient", "Links",
            "Migrations", "Tracing",
        ]),
        "Fuzzing": ["Ledger", "HTTP", "JSON", "Service", "Crypto", "Links", "Basics"],
    ]

    /// The toolchain's: any module may use these, the lock and atomics only EventLoops.
    static let toolchain: Set<String> = ["FoundationEssentials", "Glibc", "Synchronization"]

    @Test func `every module imports what it may`() throws {
        let files = try Sources.files(in: "Sources")
        #expect(files.count > 200)
        for file in files {
            let allowed = try #require(Self.allowed[file.module], "\(file.path) is in a module unknown here")
            for name in file.imports where !Self.toolchain.contains(name) {
                #expect(allowed.contains(name), "\(file.path) imports \(name)")
            }
        }
    }

    @Test func `every folder of Sources is a module that is known here, or a C library`() throws {
        for name in try Sources.names(in: "Sources") where !name.hasPrefix("C") {
            #expect(Self.allowed[name] != nil, "\(name)")
        }
    }

    @Test func `nothing that is served imports the whole of Foundation`() throws {
        for file in try Sources.files(in: "Sources") {
            #expect(!file.imports.contains("Foundation"), "\(file.path)")
        }
    }

    @Test func `only EventLoops sees threads and locks`() throws {
        let words = Self.words(/\b(Thread|Mutex|NSLock|DispatchQueue|pthread_\w+)\b/)
        for file in try Sources.files(in: "Sources") where file.module != "EventLoops" {
            #expect(!file.imports.contains("Synchronization"), "\(file.path)")
            for line in file.code {
                #expect(
                    line.text.firstMatch(of: words) == nil,
                    "\(file.path):\(line.number)")
            }
        }
    }

    @Test func `the domain is pure: nothing waits, no clock, no chance, no input or output`() throws {
        let words = Self.words(
            /\bDate\(|\b(async|await|actor|Task|ContinuousClock|SystemRandomNumberGenerator|Glibc|print)\b/)
        for file in try Sources.files(
            in: "Sources/Referrals", "Sources/Links", "Sources/Values", "Sources/Patterns", "Sources/Basics")
        {
            for line in file.code {
                // A long link is printed as text.
                let text = line.text.replacing("static func print(", with: "")
                #expect(text.firstMatch(of: words) == nil, "\(file.path):\(line.number)")
            }
        }
    }

    @Test func `evhttp is nowhere`() throws {
        for file in try Sources.files(in: "Sources") {
            #expect(!file.text.contains("evhttp"), "\(file.path)")
        }
        for path in ["Sources/CLibevent/shim.h", "Sources/CLibevent/module.modulemap"] {
            #expect(!(try Sources.text(path).contains("http")), "\(path)")
        }
    }

    @Test func `SQL is in Store, Migrations and Postgres alone`() throws {
        let sql = Self.words(
            #/"[^"]*\b(SELECT|INSERT|DELETE FROM|WHERE|RETURNING)\b|^\s*(SELECT|INSERT|FROM|WHERE)\b/#)
        for file in try Sources.files(in: "Sources")
        where !["Store", "Migrations", "Postgres", "TestSupport", "shipmate"].contains(file.module) {
            for line in file.code {
                #expect(line.text.firstMatch(of: sql) == nil, "\(file.path):\(line.number)")
            }
        }
    }

    @Test func `Postgres knows no table of ours, HTTP no word of the domain`() throws {
        let tables = Self.words(
            /\b(sign_up_keys|referral_codes|\w+_entries|api_keys|signing_keys|revocations|rewards)\b/)
        for file in try Sources.files(in: "Sources/Postgres", "Sources/HTTP", "Sources/EventLoops") {
            for line in file.code {
                #expect(line.text.firstMatch(of: tables) == nil, "\(file.path):\(line.number)")
            }
        }
        let domain = /[Rr]eferral|[Rr]eward|[Ll]edger|[Ll]ink/
        for file in try Sources.files(in: "Sources/HTTP") {
            for line in file.code {
                #expect(line.text.firstMatch(of: domain) == nil, "\(file.path):\(line.number)")
            }
        }
    }

    /// A word ends at a dot, which in the default's text is within it: `Task` is one of `Task.detached`'s.
    private static func words<Output>(_ regex: Regex<Output>) -> Regex<Output> {
        regex.wordBoundaryKind(.simple)
    }
}
