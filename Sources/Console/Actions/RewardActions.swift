internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// Releases or voids rewards that wait for a review.
struct DecideReviews: ConsoleAction {
    private static let rewardsMax = 50

    let path = "/admin/reviews/decide"
    let right = Right.decideReviews

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let words = visit.words
        let (ids, decision) = (try ids(form), try decision(form))
        let waiting = try await waiting(ids, visit)
        let costs = Dictionary(grouping: waiting, by: \.reward.currency)
            .map { currency, reviews in
                let sum = reviews.reduce(Int64(0)) {
                    $0.addingReportingOverflow($1.reward.amount).partialValue
                }
                return "\(words.number(sum)) \(currency)"
            }.sorted()
        return ActionSummary(
            title: words[decision == .release ? .release : .void],
            facts: [
                (words[.rewards], .number(Int64(waiting.count))),
                (words[.cost], .text(costs.joined(separator: ", "))),
                (words[.players], .many(waiting.map { .player($0.reward.beneficiary) })),
                (words[.reason], .foreign(try form.reason())),
            ], back: "/admin/reviews")
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let (ids, decision, reason) = (try ids(form), try decision(form), try form.reason())
        _ = try await waiting(ids, visit)
        let results: [Result<Reward, RewardError>]
        do throws(RewardError) {
            results = try await visit.services.reviews.decide(
                decision, on: ids, because: reason, by: visit.user.actor)
        } catch {
            throw ActionRefusal(error, or: .alreadyDecided)
        }
        let decided = results.compactMap { try? $0.get() }
        guard decided.count == results.count else {
            throw .wrong(
                .decidedInPart,
                [("done", "\(decided.count)"), ("others", "\(results.count - decided.count)")])
        }
        return ids.count == 1 ? "/admin/players/\(decided[0].beneficiary)" : "/admin/reviews"
    }

    private func ids(_ form: ActionForm) throws(ActionRefusal) -> [UUID] {
        let ids = Array(Set(form.all("reward").compactMap { UUID(text: $0) })).sorted {
            $0.lowercaseText < $1.lowercaseText
        }
        guard (1...Self.rewardsMax).contains(ids.count) else { throw .wrong(.noneChosen) }
        return ids
    }

    private func decision(_ form: ActionForm) throws(ActionRefusal) -> RewardReview.Decision {
        guard let decision = form.fields["decision"].flatMap(RewardReview.Decision.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        return decision
    }

    /// All must wait: one that a rule holds for a time is not for a review, nor is one that was decided.
    private func waiting(_ ids: [UUID], _ visit: Visit) async throws(ActionRefusal) -> [Review] {
        let found: [Review]
        do throws(InfrastructureError) {
            found = try await visit.services.reviews.waiting(ids)
        } catch {
            throw ActionRefusal(error, or: .alreadyDecided)
        }
        guard found.count == ids.count else { throw .wrong(.alreadyDecided) }
        return found
    }
}

/// Claws a paid reward back.
struct ReverseReward: ConsoleAction {
    let path = "/admin/players/{uid}/rewards/{id}/reverse"
    let right = Right.reverseRewards

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (player, words) = (try await visit.actionPlayer(), visit.words)
        return ActionSummary(
            title: words[.reverse],
            facts: [
                (words[.player], .player(player.uid)), (words[.email], player.name(words)),
                (words[.reward], .code(visit.request.parameter("id") ?? "")),
                (words[.reason], .foreign(try form.reason())),
            ], back: "\(player.page)/rewards")
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let player = try await visit.actionPlayer()
        guard let id = visit.request.parameter("id").flatMap({ UUID(text: $0) }) else {
            throw .problem(.notFound)
        }
        let reversal = RewardReversal(
            uid: player.uid, rewardID: id, shortfall: .refuse, reason: try form.reason(),
            actor: visit.user.actor)
        do throws(RewardError) {
            _ = try await visit.services.rewards.reverse(reversal)
        } catch {
            if case .insufficientBalance(let balance) = error {
                throw .wrong(.balanceTooSmall, [("balance", visit.words.number(balance))])
            }
            throw ActionRefusal(error, or: .notPaid)
        }
        return "\(player.page)/ledger"
    }
}
