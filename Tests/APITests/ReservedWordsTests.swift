import HTTP
import JSON
import TestSupport
import Testing

/// Generated clients turn operations into functions and schemas into types.
struct ReservedWordsTests {
    @Test func `no operation is a reserved word of a language that clients are made for`() async throws {
        try await withDescription { description in
            for operation in description.operations {
                let id = operation.value["operationId"]?.string ?? ""
                for (language, words) in Self.keywords {
                    #expect(!words.contains(id.lowercased()), "\(operation.name): \(id), in \(language)")
                }
            }
        }
    }

    @Test func `no schema is a type of every program, nor a reserved word of Python`() async throws {
        try await withDescription { description in
            let names = description.document["components"]?["schemas"]?.names ?? []
            #expect(names.count > 100)
            for name in names {
                #expect(!Self.types.contains(name), "\(name)")
                // Python's clients have a module for each.
                #expect(Self.keywords["Python"]?.contains(name.lowercased()) == false, "\(name)")
            }
        }
    }

    private func withDescription(_ body: (Description) throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { try body(Description(try $0.client)) }
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Of the languages' references; in lower case, since each generator has its own.
    private static let keywords: [String: Set<String>] = [
        "Swift": words(
            """
            actor any as associatedtype async await break case catch class continue convenience default defer
            deinit do dynamic else enum extension fallthrough false fileprivate final for func get guard if
            import in indirect infix init inout internal is lazy left let mutating nil nonmutating open operator
            optional override package postfix precedence prefix private protocol public repeat required rethrows
            return right self set some static struct subscript super switch throw throws true try type typealias
            unowned var weak where while willset didset
            """),
        "Kotlin": words(
            """
            abstract actual annotation as break by catch class companion const constructor continue crossinline
            data delegate do dynamic else enum expect external false field file final finally for fun get if
            import in infix init inline inner interface internal is it lateinit noinline null object open
            operator out override package param private property protected public receiver reified return sealed
            set super suspend tailrec this throw true try typealias typeof val value var vararg when where while
            """),
        "Dart": words(
            """
            abstract as assert async await base break case catch class const continue covariant default deferred
            do dynamic else enum export extends extension external factory false final finally for function get
            hide if implements import in interface is late library mixin new null of on operator part required
            rethrow return sealed set show static super switch sync this throw true try type typedef var void
            when while with yield
            """),
        "TypeScript": words(
            """
            abstract any arguments as asserts async await boolean break case catch class const constructor
            continue debugger declare default delete do else enum eval export extends false finally for from
            function get if implements import in infer instanceof interface is keyof let module namespace never
            new null number object of package private protected public readonly require return set static string
            super switch symbol this throw true try type typeof undefined unique unknown var void while with
            yield
            """),
        "Python": words(
            """
            and as assert async await break case class continue def del elif else except false finally for from
            global if import in is lambda match none nonlocal not or pass raise return true try type while with
            yield
            """),
        "C#": words(
            """
            abstract as base bool break byte case catch char checked class const continue decimal default
            delegate do double else enum event explicit extern false finally fixed float for foreach goto if
            implicit in int interface internal is lock long namespace new null object operator out override
            params private protected public readonly ref return sbyte sealed short sizeof stackalloc static
            string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual
            void volatile while
            """),
    ]

    /// Types of the languages' own libraries that generated code uses without a prefix.
    private static let types = words(
        """
        Any AnyObject Array Boolean Character Data Date DateTime Decimal Dictionary Double Dynamic Error
        Exception File Float Function Int Integer List Map Never None Nothing Null Number Object Optional
        Record Result Self Set String Symbol Task Type Unit URL UUID Uri Void
        """)
}
