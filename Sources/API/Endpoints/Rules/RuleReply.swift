internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// A rule, with the version by which it can be changed.
struct RuleReply: JSONOutput, Formed {
    let rule: RuleView
    var status = 200

    static let form = Form<Self>("RuleReply", means: "A rule.", showsExample: false) {
        Member("rule", \.rule, sample: RuleView.example)
    }

    var headers: [ResponseHeader] {
        let etag = ResponseHeader(.etag, "\"\(rule.version)\"")
        return status == 201 ? [ResponseHeader(.location, "/v1/admin/rules/\(rule.name)"), etag] : [etag]
    }
}

extension Call {
    /// The rule that `{name}` in the path names; 404 when it can name none.
    func pathRule() throws(Problem) -> RuleName {
        guard let name = request.parameter("name").flatMap({ RuleName($0) }) else { throw .notFound }
        return name
    }
}
