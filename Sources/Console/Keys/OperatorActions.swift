internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// Invites an operator by a link that is shown once.
struct InviteOperator: RevealingAction {
    let path = "/admin/operators/invite"
    let right = Right.editKeys

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (email, role, words) = (try email(form), try form.role(), visit.words)
        return ActionSummary(
            title: words[.inviteOperator],
            facts: [
                (words[.email], .foreign(email.description)), (words[.roleTitle], .text(words[.role(role)])),
                (words[.effect], .text(words[.inviteHint])),
            ], back: "/admin/keys")
    }

    func reveal(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> Revealed {
        let (email, role) = (try email(form), try form.role())
        let token = try await visit.keeping { () throws(DatabaseError) in
            try await visit.services.operators.add(email, as: role, actor: visit.user.actor)
        }
        return .invitation(token, visit)
    }

    private func email(_ form: ActionForm) throws(ActionRefusal) -> EmailAddress {
        guard let email = form.fields["email"].flatMap({ EmailAddress($0.trimmed) }) else {
            throw .wrong(.emailWrong)
        }
        return email
    }
}

/// Gives an operator another role.
struct ChangeOperatorRole: ConsoleAction {
    let path = "/admin/operators/{id}/role"
    let right = Right.editKeys

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (one, role, words) = (try await visit.actionOperator(), try form.role(), visit.words)
        guard one.summary.role != role else { throw .wrong(.nothingChanges) }
        return ActionSummary(
            title: words[.changeRole],
            facts: [
                (words[.email], .foreign(one.summary.email)),
                (words[.before], .text(words[.role(one.summary.role)])),
                (words[.after], .text(words[.role(role)])),
            ], back: one.summary.page, fields: [("before", one.summary.role.rawValue)])
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let (one, role) = (try await visit.actionOperator(), try form.role())
        guard let before = form.fields["before"].flatMap(OperatorRole.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        try await visit.keeping { () throws(DatabaseError) in
            try await visit.services.operators.setRole(
                of: one.email, to: role, expecting: before, keepsOne: true, actor: visit.user.actor)
        }
        return one.summary.page
    }
}

/// Makes an operator's password and second factor void, and shows a link to set others.
struct ResetOperator: RevealingAction {
    let path = "/admin/operators/{id}/reset"
    let right = Right.editKeys

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (one, words) = (try await visit.actionOperator(), visit.words)
        let last: LastInvitation?
        do throws(DatabaseError) {
            last = try await visit.services.operators.lastInvitation(of: one.email)
        } catch {
            throw .problem(.unavailable)
        }
        guard let last else { throw .problem(.notFound) }
        return ActionSummary(
            title: words[.resetOperator],
            facts: [
                (words[.email], .foreign(one.summary.email)), (words[.effect], .text(words[.resetHint])),
            ], back: one.summary.page,
            fields: [
                ("accepted", last.hasAccepted ? "yes" : "no"), ("made", String(last.madeAtMicroseconds)),
            ])
    }

    func reveal(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> Revealed {
        let one = try await visit.actionOperator()
        guard let made = form.fields["made"].flatMap({ Int64($0) }) else { throw .problem(.notFound) }
        let last = LastInvitation(hasAccepted: form.fields["accepted"] == "yes", madeAtMicroseconds: made)
        let token = try await visit.keeping { () throws(DatabaseError) in
            try await visit.services.operators.reset(one.email, expecting: last, actor: visit.user.actor)
        }
        return .invitation(token, visit)
    }
}

/// Removes an operator, unless it is the last administrator.
struct RemoveOperator: ConsoleAction {
    let path = "/admin/operators/{id}/remove"
    let right = Right.editKeys

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (one, words) = (try await visit.actionOperator(), visit.words)
        return ActionSummary(
            title: words[.removeOperator],
            facts: [
                (words[.email], .foreign(one.summary.email)),
                (words[.roleTitle], .text(words[.role(one.summary.role)])),
                (words[.effect], .text(words[.removeOperatorHint])),
            ], back: one.summary.page)
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let one = try await visit.actionOperator()
        try await visit.keeping { () throws(DatabaseError) in
            try await visit.services.operators.remove(one.email, keepsOne: true, actor: visit.user.actor)
        }
        return "/admin/keys"
    }
}

extension ActionForm {
    fileprivate func role() throws(ActionRefusal) -> OperatorRole {
        guard let role = fields["role"].flatMap(OperatorRole.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        return role
    }
}

extension Revealed {
    /// A browser says in each form where it was, which the gate has compared with the host.
    fileprivate static func invitation(_ token: String, _ visit: Visit) -> Revealed {
        let host = visit.request.head.host ?? ""
        let base =
            visit.request.headers["origin"] ?? (visit.request.isFromHere ? "http://" : "https://") + host
        return Revealed(
            path: "/admin/keys", title: visit.words[.inviteOperator],
            secret: (visit.words[.invitationLink], "\(base)/admin/invitation?token=\(token)"),
            hint: visit.words[.inviteHint])
    }
}

extension Visit {
    fileprivate func actionOperator() async throws(ActionRefusal) -> (
        summary: OperatorSummary, email: EmailAddress
    ) {
        do throws(Problem) {
            let found = try await pathOperator()
            if let email = EmailAddress(found.email) { return (found, email) }
        } catch {
            throw .problem(error)
        }
        throw .problem(.notFound)
    }

    fileprivate func keeping<Value>(
        _ body: () async throws(DatabaseError) -> Result<Value, OperatorService.Refusal>
    ) async throws(ActionRefusal) -> Value {
        let result: Result<Value, OperatorService.Refusal>
        do throws(DatabaseError) {
            result = try await body()
        } catch {
            throw .problem(.unavailable)
        }
        switch result {
        case .success(let value): return value
        case .failure(.alreadyAdded): throw .wrong(.alreadyOperator)
        case .failure(.unknown): throw .problem(.notFound)
        case .failure(.rootKey): throw .wrong(.rootKeyMissing)
        case .failure(.lastAdministrator): throw .wrong(.lastAdministrator)
        case .failure(.changedMeanwhile): throw .wrong(.operatorChanged)
        }
    }
}
