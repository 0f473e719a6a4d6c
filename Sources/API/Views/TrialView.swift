internal import Basics
internal import HTTP
internal import Referrals
internal import Values

/// A trial, or a backfill, as administrators see one.
struct TrialView: JSONEncodable {
    let job: Job

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", job.id)
            writer.member("kind", job.kind.rawValue)
            writer.member("rule", job.rule.name.description)
            writer.member("state", job.state.rawValue)
            writer.member("reason", job.failure?.rawValue)
            writer.key("progress")
            writer.number(Double(job.progressPermille) / 1_000)
            writer.member("from", job.from)
            writer.member("until", job.until)
            writer.member("created_at", job.madeAt)
            writer.member("created_by", job.madeBy)
            writer.member("ended_at", job.endedAt)
            writer.key("result")
            // What a backfill that failed has paid, it has paid.
            if job.state == .done || (job.kind == .backfill && job.state == .failed) {
                TrialResultView(tally: job.tally).encode(to: &writer)
            } else {
                writer.null()
            }
        }
    }
}

private struct TrialResultView: JSONEncodable {
    let tally: TrialTally

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rewards", tally.given.values.reduce(0) { $0 + $1.rewards })
            writer.key("beneficiaries")
            if let count = tally.beneficiaries { writer.integer(count) } else { writer.null() }
            writer.key("by_day")
            writer.array { writer in
                for (key, sum) in tally.days.sorted(by: { $0.key < $1.key }) {
                    writer.object { writer in
                        writer.member("day", CivilDate(days: key.part).description)
                        sum.encode(to: &writer, key.currency)
                    }
                }
            }
            writer.key("largest")
            writer.array { writer in
                for largest in tally.largest {
                    writer.object { writer in
                        writer.member("uid", largest.uid)
                        largest.sum.encode(to: &writer, largest.currency)
                    }
                }
            }
            encodeHeld(to: &writer)
            encodeDifference(to: &writer)
        }
    }

    private func encodeHeld(to writer: inout JSONWriter) {
        writer.key("held")
        writer.array { writer in
            for (key, sum) in tally.held.sorted(by: { $0.key < $1.key }) {
                writer.object { writer in
                    writer.member("code", key.part)
                    sum.encode(to: &writer, key.currency)
                }
            }
        }
        writer.key("denied")
        writer.array { writer in
            for (key, count) in tally.denied.sorted(by: { $0.key < $1.key }) {
                writer.object { writer in
                    writer.member("code", key.part)
                    writer.member("currency", key.currency.description)
                    writer.member("rewards", count)
                }
            }
        }
    }

    private func encodeDifference(to writer: inout JSONWriter) {
        let (trial, active) = (tally.given, tally.active)
        let currencies = Set(trial.keys).union(active.keys).sorted { $0.description < $1.description }
        writer.key("difference")
        writer.array { writer in
            for currency in currencies {
                writer.object { writer in
                    writer.member("currency", currency.description)
                    for (name, sums) in ["trial": trial, "active": active] as KeyValuePairs {
                        writer.key(dynamic: name)
                        writer.object { (sums[currency] ?? TrialTally.Sum()).encode(to: &$0) }
                    }
                    writer.member("both", tally.both[currency] ?? 0)
                }
            }
        }
    }
}

extension TrialTally.Sum {
    fileprivate func encode(to writer: inout JSONWriter, _ currency: Currency? = nil) {
        if let currency { writer.member("currency", currency.description) }
        writer.member("rewards", rewards)
        writer.member("amount", amount)
    }
}
