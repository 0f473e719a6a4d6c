internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// How long a redemption waits to be captured, and what became of it.
struct ReservationView: Formed {
    let reservation: Reservation

    static let form = Form<Self>(
        "Reservation", means: "The time limit and the state of a redemption."
    ) {
        Member(
            "state", .openChoice("reserved", "captured", "cancelled", "expired"), \.reservation.state,
            "A reserved amount is given back when it expires.")
        Member("expires_at", .time, \.reservation.expiresAt, "When it expires.")
    }

    static func example(_ state: String) -> JSONValue {
        ["state": .string(state), "expires_at": "2026-11-21T12:30:00.000Z"]
    }
}
