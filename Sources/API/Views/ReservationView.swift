internal import HTTP
internal import Referrals

/// How long a redemption waits to be captured, and what became of it.
struct ReservationView: JSONEncodable {
    let reservation: Reservation

    static var schema: Schema {
        .object(
            "Reservation", means: "How long a redemption waits to be captured, and what became of it.",
            [
                "state": .openChoice("reserved", "captured", "cancelled", "expired").means(
                    "What is reserved is given back when its time is up."),
                "expires_at": .time.means("When its time is up."),
            ])
    }

    static func example(_ state: String) -> JSONValue {
        ["state": .string(state), "expires_at": "2026-11-21T12:30:00.000Z"]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("state", reservation.state.rawValue)
            writer.member("expires_at", RFC3339.format(reservation.expiresAt))
        }
    }
}
