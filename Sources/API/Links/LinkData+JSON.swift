internal import Forms
internal import HTTP
package import JSON
package import Links

extension LinkData {
    /// Levels of objects and arrays, the object itself among them; the reply that hands it back stays within
    /// what strict readers take.
    static let depthMax = 16

    /// Of a field; empty when it is absent or wrong.
    init(_ fields: inout Fields, _ name: String = "data") {
        self.init()
        guard let value = fields.optionalJSON(name) else { return }
        do throws(FieldError) {
            self = try LinkData(value)
        } catch {
            fields.note(name, error.code, error.detail)
        }
    }

    /// Any object of bounded size and depth. Its numbers are kept as 64-bit integers or doubles.
    package init(_ value: JSONValue) throws(FieldError) {
        guard case .object(let members) = value else {
            throw FieldError(.wrongType, "An object is needed.")
        }
        guard value.isShallow(depthMax: Self.depthMax) else {
            throw FieldError(.invalid, "Objects and arrays nest at most \(Self.depthMax) deep.")
        }
        let bytes = JSONWriter.bytes(of: value)
        guard bytes.count <= Self.bytesMax else {
            throw FieldError(.tooLong, "At most \(Self.bytesMax) bytes of JSON are allowed.")
        }
        guard !value.hasZero else {
            throw FieldError(.invalid, "The character U+0000 is not allowed.")
        }
        self.init(json: String(decoding: bytes, as: UTF8.self), directives: Self.directives(members))
    }

    private static func directives(_ members: [JSONMember]) -> [String: String] {
        var directives: [String: String] = [:]
        for member in members where member.name.hasPrefix("$") {
            switch member.value {
            case .string(let text): directives[member.name] = text
            case .bool(let flag): directives[member.name] = flag ? "true" : "false"
            default: break
            }
        }
        return directives
    }
}

extension JSONValue {
    fileprivate func isShallow(depthMax: Int) -> Bool {
        switch self {
        case .array(let elements):
            depthMax > 0 && elements.allSatisfy { $0.isShallow(depthMax: depthMax - 1) }
        case .object(let members):
            depthMax > 0 && members.allSatisfy { $0.value.isShallow(depthMax: depthMax - 1) }
        default: true
        }
    }

    /// Whether a text of it has U+0000, which PostgreSQL's can't hold.
    fileprivate var hasZero: Bool {
        switch self {
        case .string(let text): text.utf8.contains(0)
        case .array(let elements): elements.contains(where: \.hasZero)
        case .object(let members): members.contains { $0.name.utf8.contains(0) || $0.value.hasZero }
        default: false
        }
    }
}

extension Schema {
    static var linkData: Schema {
        .map(
            "LinkData", of: .any,
            means: """
                Any object of up to 8,192 bytes of JSON and 16 levels, returned when the link is opened. \
                Members with `$` also have an effect, like Branch's: `$og_title`, `$og_description`, \
                `$og_image_url`, `$og_video`, `$og_url`, `$og_app_id`, `$desktop_url`, `$android_url`, \
                `$ios_url`, `$ipad_url`, `$fire_url`, `$blackberry_url`, `$windows_phone_url`, \
                `$after_click_url`, `$deeplink_path`, `$always_deeplink`.
                """)
    }
}

extension Codec where Value == LinkData {
    static var linkData: Codec {
        Codec(
            .linkData, write: { LinkDataView(data: $0).encode(to: &$1) }, read: { LinkData(&$1, $0) })
    }
}
