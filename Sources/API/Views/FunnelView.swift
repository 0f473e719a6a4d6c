internal import Basics
internal import HTTP
internal import Referrals
internal import Reporting

/// How far invites came, all together and by part.
struct FunnelView: JSONOutput {
    let funnel: Funnel

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("from", CivilDate(days: Int64(funnel.days.lowerBound)).description)
            writer.member("until", CivilDate(days: Int64(funnel.days.upperBound)).description)
            writer.member("by", funnel.dimension.rawValue)
            writer.member("counted_until", funnel.countedUntil)
            writer.member(
                "total", FunnelStepsView(steps: funnel.total, players: funnel.players, hasFactor: true))
            writer.member("rows", funnel.parts.map(FunnelPartView.init))
        }
    }
}

private struct FunnelPartView: JSONEncodable {
    let part: FunnelPart

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            if let day = part.day {
                writer.member("day", CivilDate(days: Int64(day)).description)
            } else {
                writer.member("name", part.name)
            }
            FunnelStepsView(steps: part.steps, players: part.players, hasFactor: false).members(&writer)
        }
    }
}

private struct FunnelStepsView: JSONEncodable {
    let steps: FunnelSteps
    let players: Int64?
    let hasFactor: Bool

    func encode(to writer: inout JSONWriter) {
        writer.object { members(&$0) }
    }

    func members(_ writer: inout JSONWriter) {
        writer.member("invites", steps.invites)
        writer.member("opened", steps.opened)
        writer.key("claimed")
        writer.object { writer in
            for source in ReferralSource.allCases {
                writer.member(dynamic: source.rawValue, steps.claimed[source] ?? 0)
            }
            writer.member("rejected", steps.claimed[nil] ?? 0)
        }
        writer.member("anonymous", steps.anonymous)
        writer.member("signed_up", steps.signedUp)
        writer.member("rewarded", steps.rewarded)
        guard let players else { return }
        writer.member("players", players)
        if hasFactor { writer.member("k_factor", KFactorView(factor: KFactor(steps, players: players))) }
    }
}

private struct KFactorView: JSONEncodable {
    let factor: KFactor

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("value")
            write(factor.value, to: &writer)
            writer.member("numerator", factor.numerator)
            writer.member("denominator", factor.denominator)
            writer.key("invites_per_player")
            write(factor.invitesPerPlayer, to: &writer)
            writer.key("conversion")
            write(factor.conversion, to: &writer)
        }
    }

    /// To a ten-thousandth.
    private func write(_ ratio: Double?, to writer: inout JSONWriter) {
        guard let ratio else { return writer.null() }
        writer.number((ratio * 10_000).rounded() / 10_000)
    }
}

extension FunnelView {
    static var schema: Schema {
        .object(
            "Funnel", means: "How far invites came.", example: example,
            [
                "from": .day.means("The first day."),
                "until": .day.means("The first day that is beyond."),
                "by": .openChoice("day", "channel", "campaign").means("What `rows` are of."),
                "counted_until": .time.means(
                    "Until when steps are counted: now, but for a while after an upgrade."),
                "total": total,
                "rows": .array(of: row).means(
                    "Each day; or each channel or campaign, those that brought most first."),
            ])
    }

    private static var row: Schema {
        .object(
            "FunnelRow", means: "A day's, a channel's or a campaign's.",
            [
                "day": .day.means("By day alone.").optional,
                "name": .string(upTo: 128).orNull.means("The channel or the campaign; null for all others.")
                    .optional,
                "invites": invites, "opened": opened, "claimed": claimed, "anonymous": anonymous,
                "signed_up": signedUp, "rewarded": rewarded,
                "players": .count.means("Players who came, brought or not; by day alone.").optional,
            ])
    }

    private static var total: Schema {
        .object(
            "FunnelTotal", means: "All together.",
            [
                "invites": invites, "opened": opened, "claimed": claimed, "anonymous": anonymous,
                "signed_up": signedUp, "rewarded": rewarded,
                "players": .count.means("Players who came, brought or not."), "k_factor": factor,
            ])
    }

    private static var invites: Schema { .count.means("Links that players made.") }
    private static var opened: Schema { .count.means("How often those were opened.") }
    private static var anonymous: Schema {
        .count.means("Players of whom it is recorded who brought them.")
    }
    private static var signedUp: Schema { .count.means("Of those, who signed up.") }
    private static var rewarded: Schema {
        .count.means("Of those, for whom a rule gave its first reward, whatever became of it.")
    }

    private static var claimed: Schema {
        .object(
            "FunnelClaims", means: "Players who said when they came who brought them, by how surely.",
            [
                "claim_unique": .count.means("By the receipt of a sure match."),
                "claim_default": .count.means("By a match that fits the device alone."),
                "claim_weak": .count.means("By a match of several that fit."),
                "code": .count.means("By the referrer's code."),
                "unproven": .count.means("By the referrer's uid."),
                "rejected": .count.means("It could not be recorded."),
            ])
    }

    private static var factor: Schema {
        .object(
            "KFactor", means: "How many players each player brings.",
            [
                "value": .number.orNull.means("The numerator by the denominator; null without players."),
                "numerator": .count.means("Players who were brought and signed up."),
                "denominator": .count.means("Players who came."),
                "invites_per_player": .number.orNull.means("Invites by players."),
                "conversion": .number.orNull.means("Signed up, by invites; null without invites."),
            ])
    }

    private static var example: JSONValue {
        let claimed: JSONValue = [
            "claim_unique": 210, "claim_default": 30, "claim_weak": 12, "code": 44, "unproven": 0,
            "rejected": 4,
        ]
        return [
            "from": "2026-11-01", "until": "2026-11-22", "by": "channel",
            "counted_until": "2026-11-21T12:00:00.000Z",
            "total": [
                "invites": 900, "opened": 1_240, "claimed": claimed, "anonymous": 296, "signed_up": 180,
                "rewarded": 175, "players": 2_000,
                "k_factor": [
                    "value": .number(0.09), "numerator": 180, "denominator": 2_000,
                    "invites_per_player": .number(0.45), "conversion": .number(0.2),
                ],
            ],
            "rows": [
                [
                    "name": "sms", "invites": 900, "opened": 1_240, "claimed": claimed, "anonymous": 296,
                    "signed_up": 180, "rewarded": 175,
                ]
            ],
        ]
    }
}
