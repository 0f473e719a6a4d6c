package import Basics
package import Links
package import Values

/// A line of an export, made a link of ours: the same code, under a prefix of ours.
package struct ImportedLink {
    /// Why a line gives no link.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private let columns: LinkColumns
    private let profile: AppProfile
    private let now: Timestamp

    /// - Parameter now: for lines that don't say when the link was made.
    package init(columns: LinkColumns, profile: AppProfile, now: Timestamp) {
        self.columns = columns
        self.profile = profile
        self.now = now
    }

    /// - Returns: `lostPath`, the link's former path, if no prefix of ours has it.
    package func link(from record: CSVReader.Record) throws(Refusal) -> (Link, lostPath: String?) {
        if let mistake = record.mistake { throw Refusal(description: mistake) }
        guard record.fields.count == columns.columns.count else {
            throw Refusal(
                description: "the line has \(record.fields.count) fields, the header \(columns.columns.count)"
            )
        }
        let line = LinkLine(record.fields, columns)
        let (code, prefix, lostPath) = try name(of: line)
        guard !profile.isReserved(code) else {
            throw Refusal(description: "the suffix \(code) is reserved for the service")
        }
        var spec = try spec(of: line, prefix: prefix)
        spec.prefix = prefix
        if let refusal = profile.refusals(of: spec).first { throw Refusal(refusal) }
        return (Link(code: code, spec: spec, owner: nil, createdAt: line.createdAt ?? now), lostPath)
    }

    /// The suffix, with our prefix of the short link, or one with the same path, or else the first: only
    /// our own domains can lead here.
    private func name(of line: LinkLine) throws(Refusal) -> (LinkCode, LinkPrefix, lostPath: String?) {
        guard let text = line[.shortLink] else {
            return (try code(line[.alias] ?? ""), profile.prefixes[0], nil)
        }
        let path = text.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isURL =
            parts.count > 3 && parts[1].isEmpty && ["https:", "http:"].contains(parts[0].lowercased())
        guard isURL, let last = parts.last else {
            throw Refusal(description: "the short link is not a URL with a suffix: \(shown(text))")
        }
        let base = "https://" + parts.dropFirst(2).dropLast().joined(separator: "/")
        let (code, prefix) = (try code(String(last)), LinkPrefix(base))
        if let ours = profile.prefixes.first(where: { $0 == prefix }) { return (code, ours, nil) }
        if let ours = profile.prefixes.first(where: { $0.path == prefix?.path }) { return (code, ours, nil) }
        return (code, profile.prefixes[0], prefix?.path == "" ? nil : shown(base))
    }

    private func code(_ text: String) throws(Refusal) -> LinkCode {
        guard let code = LinkCode(text) else {
            throw Refusal(
                description: "the suffix is not 1 to 128 letters, digits, - and _: \(shown(text))")
        }
        return code
    }

    private func spec(of line: LinkLine, prefix: LinkPrefix) throws(Refusal) -> LinkSpec {
        if line.hasBranchData || line[.parameter("link")] == nil && line[.longLink] == nil {
            return try branchSpec(of: line)
        }
        do throws(LinkRefusal) {
            if let long = line[.longLink] { return try LongLink.parse(long).spec }
            return try LongLink.parse(line.parameters, prefix: prefix).spec
        } catch {
            throw Refusal(error)
        }
    }

    private func branchSpec(of line: LinkLine) throws(Refusal) -> LinkSpec {
        guard line[.parameter("link")] != nil || line.hasBranchData else {
            throw Refusal(description: "the line has no destination")
        }
        var spec = LinkSpec(branch: try LinkData(line), in: profile)
        if let text = line[.parameter("link")] {
            do throws(WebURL.Mistake) {
                spec.link = try WebURL(text)
            } catch {
                throw Refusal(description: "the link is not an http or https URL: \(shown(text))")
            }
        }
        spec.channel = line[.channel]
        spec.feature = line[.feature]
        spec.campaign = line[.campaign]
        spec.tags = line.tags
        spec.isOneTime = line[.type] == "1"
        return spec
    }
}

extension ImportedLink.Refusal {
    init(_ refusal: LinkRefusal) {
        switch refusal {
        case .invalid(let field, let detail): self.init(description: "\(field.name): \(detail)")
        case .notAllowed(let field):
            self.init(
                description: "\(field.name) matches no allowed pattern of the app profile")
        }
    }
}

extension LinkField {
    fileprivate var name: String { parameter ?? String(pointer.dropFirst()) }
}

/// Short enough for a line of a report.
private func shown(_ text: String) -> String {
    let printable = text.unicodeScalars.prefix(80).map { $0.value < 32 || $0.value == 127 ? "?" : String($0) }
    return printable.joined()
}
