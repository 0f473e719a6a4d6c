internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Declares a currency, or changes what was declared of it, with a trace of who did.
struct SetCurrency: Endpoint {
    struct Input: FormedInput {
        let title: String
        let state: DeclaredCurrency.State

        static let form = RequestForm(
            "CurrencyRequest", means: "What people call a currency, and whether it is in use.",
            Field("title", .title, sample: "Pieces of eight"),
            Field("state", .currencyState, or: .active, "Whether it is in use.", sample: "active")
        ) { Input(title: $0, state: $1) }
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
        .gives("The currency as it is now.", example: ["currency": CurrencyView.example])
    }
}

extension Codec where Value == String {
    fileprivate static var title: Codec {
        .wordy(DeclaredCurrency.titleCharacters, "A title").means("For people; more than blanks.")
    }
}

extension Codec where Value == DeclaredCurrency.State {
    fileprivate static var currencyState: Codec {
        .choice("active", "archived").named(
            "CurrencyState",
            """
            `active` unless told. In an archived one nothing is moved by hand any more; balances stay.
            """)
    }
}
