internal import HTTP
internal import Referrals
internal import Rewards

/// Declares a currency, or changes what was declared of it, with a trace of who did.
struct SetCurrency: Endpoint {
    struct Input: BodyInput {
        let title: String
        let state: DeclaredCurrency.State

        static var schema: Schema {
            .closed(
                "CurrencyRequest", means: "What people call a currency, and whether it is in use.",
                [
                    "title": .string(DeclaredCurrency.titleCharacters).pattern("[\\s\\S]*\\S[\\s\\S]*").means(
                        "For people; more than blanks."),
                    "state": .named(
                        "CurrencyState",
                        .choice("active", "archived").means(
                            """
                            `active` unless told. In an archived one nothing is moved by hand any more; balances stay.
                            """)
                    ).orNone.means("Whether it is in use."),
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let title = fields.string("title", length: DeclaredCurrency.titleCharacters)
            if let title, title.allSatisfy(\.isWhitespace) {
                fields.note("title", .tooShort, "A title has more than blanks.")
            }
            state = fields.optionalValue("state", FieldValues.currencyState) ?? .active
            self.title = try fields.finish(title)
        }
    }

    struct Output: JSONOutput, Formed {
        let declared: DeclaredCurrency

        static let form = Form<Self>("CurrencyReply", means: "A currency.") {
            Member("currency", { CurrencyView(declared: $0.declared) })
        }
    }

    let currencies: CurrencyService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        guard let currency = call.request.parameter("name").flatMap({ Currency($0) }) else {
            throw .field("/name", .invalid, FieldValues.currencyForm)
        }
        return Output(
            declared: try await serving { () throws(CurrencyError) in
                try await currencies.set(
                    currency, title: input.title, state: input.state, actor: call.actor)
            })
    }
}

extension SetCurrency {
    var operation: Operation {
        Operation(
            "setCurrency", .administration, "Declare a currency, or archive it",
            """
            Adjustments, redemptions and rules name a declared one. All processes know of a change within a second; it \
            is written to the audit with what was there before.
            """
        )
        .takes(.path("name", .currency, "What amounts in it are kept under."))
        .takes(["title": "Pieces of eight", "state": "active"])
        .gives("The currency as it is now.", example: ["currency": CurrencyView.example])
    }
}
