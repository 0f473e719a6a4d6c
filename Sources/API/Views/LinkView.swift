internal import HTTP
internal import Links

/// A short link as its maker sees it.
struct LinkView: JSONEncodable {
    let link: Link

    func encode(to writer: inout JSONWriter) {
        let spec = link.spec
        writer.object { writer in
            writer.member("code", link.code.description)
            writer.member("short_link", link.shortLink)
            writer.member("preview_link", link.previewLink)
            writer.member("long_link", LongLink.print(spec))
            writer.member("qr_link", link.qrLink)
            writer.member("created_at", RFC3339.format(link.createdAt))
            writer.member("channel", spec.channel)
            writer.member("feature", spec.feature)
            writer.member("campaign", spec.campaign)
            writer.member("tags", spec.tags)
            writer.member("one_time", spec.isOneTime)
            writer.member("expires_at", spec.expiresAt.map(RFC3339.format))
            writer.member("data", LinkDataView(data: spec.data))
        }
    }
}

/// What a link carries, as it was given; null for nothing.
struct LinkDataView: JSONEncodable {
    let data: LinkData

    func encode(to writer: inout JSONWriter) {
        guard let json = data.json else { return writer.null() }
        writer.raw(Array(json.utf8))
    }
}

struct LinkWarningView: JSONEncodable {
    let warning: LinkWarning

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", warning.code)
            writer.member("message", warning.message)
        }
    }
}
