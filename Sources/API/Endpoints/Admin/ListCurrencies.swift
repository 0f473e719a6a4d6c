internal import Batching
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// A page of the currencies that there are, by name.
struct ListCurrencies: Endpoint {
    struct Output: JSONOutput, Formed {
        let page: Page<DeclaredCurrency, Currency>

        static let form = Form<Self>("CurrenciesPage", means: "A page of currencies.") {
            Member("currencies", { $0.page.items.map(CurrencyView.init) }, "By name.")
            Member(nextCursor: \.page.next?.description)
        }
    }

    let currencies: CurrencyService

    func respond(to input: PageInput, on call: Call) async throws(Problem) -> Output {
        let cursor = try input.cursor { Currency($0) }
        return Output(
            page: try await mappingErrors { () throws(InfrastructureError) in
                try await currencies.all(after: cursor, limit: input.limit)
            })
    }
}

extension ListCurrencies {
    var operation: Operation {
        Operation("listCurrencies", .administration, "List currencies")
            .gives("A page, by name.", example: ["currencies": [CurrencyView.example], "next_cursor": .null])
    }
}
