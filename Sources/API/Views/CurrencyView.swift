internal import HTTP
internal import Referrals

/// A declared currency.
struct CurrencyView: JSONEncodable {
    let declared: DeclaredCurrency

    static var schema: Schema {
        .object(
            "DeclaredCurrency", means: "A currency that an administrator has declared.", example: example,
            [
                "name": .currency,
                "title": .string(DeclaredCurrency.titleCharacters).means("For people."),
                "state": .openChoice("active", "archived").means(
                    "In an archived one nothing is moved by hand any more; balances stay."),
                "created_at": .time.means("When it was declared."),
                "changed_at": .time.means("When its title or state last changed."),
            ])
    }

    static var example: JSONValue {
        [
            "name": "pieces_of_eight",
            "title": "Pieces of eight",
            "state": "active",
            "created_at": "2026-11-21T12:00:00.000Z",
            "changed_at": "2026-11-21T12:00:00.000Z",
        ]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", declared.currency.description)
            writer.member("title", declared.title)
            writer.member("state", declared.state.rawValue)
            writer.member("created_at", declared.createdAt)
            writer.member("changed_at", declared.changedAt)
        }
    }
}
