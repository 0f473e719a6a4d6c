internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// A declared currency.
struct CurrencyView: Formed {
    let declared: DeclaredCurrency

    static let form = Form<Self>("DeclaredCurrency", means: "A currency that an administrator has declared.")
    {
        Member("name", .currency, \.declared.currency, sample: "pieces_of_eight")
        Member(
            "title", .text(.string(DeclaredCurrency.titleCharacters)), \.declared.title, "For people.",
            sample: "Pieces of eight")
        Member(
            "state", .openChoice("active", "archived"), \.declared.state,
            "An archived currency can't be adjusted or redeemed; balances stay.", sample: "active")
        Member(
            "created_at", .time, \.declared.createdAt, "When it was declared.",
            sample: "2026-11-21T12:00:00.000Z")
        Member(
            "changed_at", .time, \.declared.changedAt, "When its title or state last changed.",
            sample: "2026-11-21T12:00:00.000Z")
    }
}
