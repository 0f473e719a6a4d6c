internal import Forms
internal import HTTP
internal import JSON
package import Referrals
internal import Rewards

/// The whole programme as one JSON file, to keep it in git: `{"rules": […]}`. Each rule is on a line, in
/// the format of `POST /v1/admin/rules`. Other members are those of `PUT /v1/admin/programme`.
package enum RuleFile {
    package static let bytesMax = 1_048_576

    package static func read(_ bytes: [UInt8]) throws(ProfileFile.Mistakes) -> ProgrammeDraft {
        do throws(Problem) {
            guard bytes.count <= bytesMax else {
                throw .validation([FieldError(.tooLong, "The file has more than \(bytesMax) bytes.")])
            }
            let value: JSONValue
            do throws(JSONError) {
                value = try JSONParser.parse(bytes)
            } catch {
                throw .validation([
                    FieldError(.invalid, "This is no JSON: \(error.reason) (at byte \(error.offset))")
                ])
            }
            return try programme(Fields(value))
        } catch {
            throw ProfileFile.Mistakes(
                all: error.errors.map { ProfileFile.Mistake(pointer: $0.pointer, detail: $0.detail) })
        }
    }

    private static func programme(_ fields: Fields) throws(Problem) -> ProgrammeDraft {
        var fields = fields
        let elements = fields.objects("rules", count: 0...RuleLimit.all.count)
        let saysTrust = TrustForm.request.names.contains(where: fields.has)
        let trust = TrustForm.request.readWithin(&fields)
        try fields.finish()
        return ProgrammeDraft(rules: try drafts(elements ?? []), trust: saysTrust ? trust : nil)
    }

    private static func drafts(_ elements: [Fields]) throws(Problem) -> [RuleDraft] {
        var (drafts, errors): ([RuleDraft], [FieldError]) = ([], [])
        for element in elements {
            var element = element
            if !element.has("name") { element.note("name", .required, "This field is required.") }
            do throws(Problem) {
                let rule = try RuleInput(&element)
                guard let name = rule.name else { continue }
                if drafts.contains(where: { $0.name == name }) {
                    errors.append(
                        FieldError(pointer: element.pointer + "/name", .invalid, "It is repeated."))
                }
                drafts.append(RuleDraft(name: name, terms: rule.terms, state: rule.state ?? .active))
            } catch {
                errors += error.errors
            }
        }
        if !errors.isEmpty { throw .validation(errors) }
        return drafts
    }

    /// As `read` takes it.
    package static func text(of rules: [StoredRule], trust: TrustTerms) -> String {
        let lines = rules.map { "  " + String(decoding: JSONWriter.bytes(of: RuleView($0)), as: UTF8.self) }
        let members = TrustForm.reply.text(of: trust).dropFirst().dropLast()
        return "{\"rules\": [\n\(lines.joined(separator: ",\n"))\n],\n\(members)}"
    }
}
