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
            "CurrencyRequest", means: "A currency's name for people, and its state.",
            Field("title", .title, sample: "Pieces of eight"),
            Field("state", .currencyState, or: .active, "Its state.", sample: "active")
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
            declared: try await mappingErrors { () throws(CurrencyError) in
                try await currencies.set(
                    currency, title: input.title, state: input.state, actor: call.actor)
            })
    }
}

extension SetCurrency {
    var operation: Operation {
        Operation(
            "setCurrency", .administration, "Declare or archive a currency",
            """
            Adjustments, redemptions and rules need a declared currency. A change takes effect in all \
            processes within a second. It is written to the audit together with the previous state.
            """
        )
        .takes(.path("name", .currency, "The currency's name in amounts."))
        .gives("The currency as it is now.", example: ["currency": CurrencyView.example])
    }
}

extension Codec where Value == String {
    fileprivate static var title: Codec {
        .wordy(DeclaredCurrency.titleCharacters, "A title").means("For people; not only spaces.")
    }
}

extension Codec where Value == DeclaredCurrency.State {
    fileprivate static var currencyState: Codec {
        .choice("active", "archived").named(
            "CurrencyState",
            "Default: `active`. An archived currency can't be adjusted or redeemed; balances stay.")
    }
}
