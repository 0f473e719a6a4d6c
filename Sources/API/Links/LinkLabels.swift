internal import HTTP
internal import JSON
internal import Links

/// A link's data, and its labels for statistics.
package struct LinkLabels {
    static let lengths = 1...128
    package static let tagsMax = 32
    static let tagLengths = 1...64

    let data: LinkData
    let channel: String?
    let feature: String?
    let campaign: String?
    let tags: [String]
    let isOneTime: Bool

    init(_ fields: inout Fields) {
        data = LinkData(&fields)
        channel = fields.optionalString("channel", length: Self.lengths)
        feature = fields.optionalString("feature", length: Self.lengths)
        campaign = fields.optionalString("campaign", length: Self.lengths)
        tags = fields.optionalStrings("tags", count: 0...Self.tagsMax, length: Self.tagLengths) ?? []
        isOneTime = fields.optionalBool("one_time") ?? false
    }

    func fill(_ spec: inout LinkSpec) {
        spec.data = data
        spec.channel = channel
        spec.feature = feature
        spec.campaign = campaign
        spec.tags = tags
        spec.isOneTime = isOneTime
    }
}
