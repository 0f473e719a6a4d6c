extension LinkSpec {
    /// Where Branch's data says what a link leads to, the surest first.
    package static let branchPayloadNames = ["$canonical_url", "$fallback_url", "$desktop_url"]

    /// A link made of Branch's data alone, under the profile's first prefix. A Branch link need have no URL;
    /// then it leads to the app's invite link, or to the root of the prefix. `$fallback_url` stands for
    /// whichever platform has none of its own.
    package init(branch data: LinkData, in profile: AppProfile) {
        let prefix = profile.prefixes[0]
        let named = Self.branchPayloadNames.lazy
            .compactMap { data.directives[$0] }.compactMap { try? WebURL($0) }.first
        self.init(link: named ?? profile.inviteLink ?? prefix.root, prefix: prefix)
        self.data = data
        guard let fallback = data.directives["$fallback_url"].flatMap({ try? WebURL($0) }) else { return }
        if data.directives["$desktop_url"] == nil { desktopFallbackLink = fallback }
        if data.directives["$android_url"] == nil { android.fallbackLink = fallback }
        if data.directives["$ios_url"] == nil { ios.fallbackLink = fallback }
    }
}

extension LinkPrefix {
    /// A prefix is https and well-formed, so this is a URL.
    var root: WebURL {
        do throws(WebURL.Mistake) {
            return try WebURL("\(self)/")
        } catch {
            preconditionFailure("\(self) is not a URL: \(error)")
        }
    }
}
