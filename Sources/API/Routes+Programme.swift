internal import HTTP
internal import Referrals
internal import Service

// Rules, trials, settings, and changes that wait for a second operator.
extension Routes {
    var programme: [GatedRoute] {
        let (rules, jobs, one) = (services.rules, services.jobs, "/v1/admin/rules/{name}")
        let approvals = services.approvals
        return [
            gate.route(
                .get, "/v1/admin/programme", for: [.read, .admin], ShowProgramme(trust: services.trust)),
            gate.route(
                .put, "/v1/admin/programme", for: .admin,
                ChangeProgramme(trust: services.trust, approvals: approvals)),
            gate.route(.get, "/v1/admin/budgets", for: [.read, .admin], ListBudgets(rules: rules)),
            gate.route(.get, "/v1/admin/rules", for: [.read, .admin], ListRules(rules: rules)),
            gate.route(.post, "/v1/admin/rules", for: .admin, MakeRule(rules: rules, approvals: approvals)),
            gate.route(.get, one, for: [.read, .admin], ShowRule(rules: rules)),
            gate.route(
                .put, one, for: .admin, ChangeRule(rules: rules, approvals: approvals), limits: .longRead),
            gate.route(.post, one + "/backfill", for: .admin, BackfillRule(jobs: jobs, approvals: approvals)),
            gate.route(
                .post, one + "/pause", for: .admin,
                SetRuleState(rules: rules, state: .paused, approvals: approvals)),
            gate.route(
                .post, one + "/resume", for: .admin,
                SetRuleState(rules: rules, state: .active, approvals: approvals)),
            gate.route(
                .post, one + "/archive", for: .admin,
                SetRuleState(rules: rules, state: .archived, approvals: approvals)),
            gate.route(.get, one + "/versions", for: [.read, .admin], ListRuleVersions(rules: rules)),
            gate.route(.post, "/v1/admin/trials", for: .admin, StartTrial(jobs: jobs)),
            gate.route(.get, "/v1/admin/trials/{id}", for: [.read, .admin], ShowTrial(jobs: jobs)),
            gate.route(
                .get, "/v1/admin/pending-changes/{id}", for: [.read, .admin],
                ShowPendingChange(approvals: approvals)),
            gate.route(
                .post, "/v1/admin/pending-changes/{id}/withdraw", for: .admin,
                WithdrawPendingChange(approvals: approvals)),
        ]
    }
}
