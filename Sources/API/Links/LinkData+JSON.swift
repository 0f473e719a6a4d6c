internal import Forms
internal import HTTP
internal import JSON
internal import Links

extension LinkData {
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
