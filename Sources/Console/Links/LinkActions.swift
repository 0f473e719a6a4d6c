internal import Accounts
internal import Batching
internal import FoundationEssentials
internal import HTTP
internal import Invitations
internal import Links
internal import Pages
internal import Service

/// Makes a link, once.
struct CreateLink: ConsoleAction {
    static let path = "/admin/links/create"

    var path: String { Self.path }
    let right = Right.editLinks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (fields, words) = (LinkForm(form.fields), visit.words)
        let profile = try visit.profile()
        let (alias, spec) = (try fields.alias(profile), try fields.spec(profile))
        return ActionSummary(
            title: words[.createLink],
            facts: [
                (words[.destination], .foreign(spec.link.description)),
                (words[.alias], alias.map { .code($0.description) } ?? .none),
                (words[.channel], .ifAny(spec.channel)), (words[.campaign], .ifAny(spec.campaign)),
                (words[.tags], .ifAny(spec.tags.isEmpty ? nil : spec.tags.joined(separator: ", "))),
                (words[.cardTitle], .ifAny(spec.social.title)),
                (words[.cardText], .ifAny(spec.social.description)),
                (words[.cardImage], .ifAny(spec.social.imageLink?.description)),
            ], back: "/admin/links")
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let fields = LinkForm(form.fields)
        let profile = try visit.profile()
        let (alias, spec) = (try fields.alias(profile), try fields.spec(profile))
        let id = try form.id()
        do throws(LinkError) {
            let link = try await visit.services.links.create(
                spec, alias: alias, id: id, by: visit.user.actor)
            return "/admin/links/\(link.code)"
        } catch {
            throw ActionRefusal(error, or: .aliasInUse)
        }
    }
}

/// Switches a link off, or on again.
struct SwitchLink: ConsoleAction {
    let path = "/admin/links/{code}/state"
    let right = Right.editLinks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (link, state, words) = (try await link(visit), try state(form), visit.words)
        guard link.state != state else { throw .wrong(.linkAlreadySo) }
        return ActionSummary(
            title: words[state == .off ? .switchOff : .switchOn],
            facts: [
                (words[.shortLink], .code(link.shortLink)),
                (words[.destination], .foreign(link.spec.link.description)),
                (words[.before], link.stateCell(words)),
                (words[.after], .text(words[state == .off ? .off : .on])),
                (words[.reason], .foreign(try form.reason())),
            ], back: "/admin/links/\(link.code)")
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let (link, state, reason) = (try await link(visit), try state(form), try form.reason())
        do throws(LinkError) {
            _ = try await visit.services.links.set(
                link.code, to: state, by: visit.user.actor, because: reason)
        } catch {
            throw ActionRefusal(error, or: .linkAlreadySo)
        }
        return "/admin/links/\(link.code)"
    }

    private func link(_ visit: Visit) async throws(ActionRefusal) -> Link {
        guard let code = visit.request.parameter("code").flatMap({ LinkCode($0) }) else {
            throw .problem(.notFound)
        }
        do throws(LinkError) {
            return try await visit.services.links.stored(code)
        } catch {
            if error == .linkNotFound { throw .problem(.notFound) }
            throw ActionRefusal(error, or: .linkAlreadySo)
        }
    }

    private func state(_ form: ActionForm) throws(ActionRefusal) -> Link.State {
        guard let state = form.fields["state"].flatMap(Link.State.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        return state
    }
}

extension Visit {
    fileprivate func profile() throws(ActionRefusal) -> AppProfile {
        guard let profile = services.links.profile else { throw .wrong(.linksOff) }
        return profile
    }
}
