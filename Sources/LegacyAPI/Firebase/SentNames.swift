internal import Forms
internal import HTTP
internal import JSON
internal import Links

/// Tells what is wrong with a Dynamic Link by the name that its maker sent, be it a member of
/// `dynamicLinkInfo` or a parameter of `longDynamicLink`.
struct SentNames {
    let source: ShortLinkInput.Source

    func told(_ problem: Problem) -> Problem {
        var renamed = problem
        renamed.errors = problem.errors.map { told($0) }
        return renamed
    }

    private func told(_ error: FieldError) -> FieldError {
        guard let field = LinkField.all.first(where: { $0.pointer == error.pointer }) else { return error }
        switch source {
        case .long:
            let name = field.parameter.map { "\($0): " } ?? ""
            return FieldError(pointer: "/longDynamicLink", error.code, name + error.detail)
        case .info(let info):
            let pointer = info.pointer(to: field)
            return FieldError(pointer: pointer ?? "/dynamicLinkInfo", error.code, error.detail)
        }
    }
}

extension DynamicLinkInfo {
    /// Where the value is that a part of a link was made of, or would be.
    fileprivate func pointer(to field: LinkField) -> String? {
        if field == .prefix { return "/dynamicLinkInfo/\(prefixName)" }
        if field == .link { return "/dynamicLinkInfo/link" }
        for section in Self.sections {
            if let found = section.fields.first(where: { $0.parameter == field.parameter }) {
                return "/dynamicLinkInfo/\(section.name)/\(found.name)"
            }
        }
        return nil
    }
}
