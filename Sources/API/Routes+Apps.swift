internal import HTTP
internal import Invitations
internal import Service

extension Routes {
    /// An app reads it before it signs in.
    var apps: [GatedRoute] {
        let terms = AppTerms(
            bodyBytesMax: limits.bodyBytesMax, batchBodyBytesMax: limits.batchBodyBytesMax,
            takesUserEvents: limits.takesUserEvents, sendsMail: services.sendsMail)
        return [
            gate.route(
                .get, "/v1/app", for: .anyone, ShowApp(profile: services.links.profile, terms: terms),
                unknownQuery: .ignored)
        ]
    }
}
