extension AppProfile {
    /// Warnings about a valid link, for its creator.
    package func warnings(of spec: LinkSpec) -> [LinkWarning] {
        var warnings: [LinkWarning] = []
        func warn(_ isWarned: Bool, _ code: String, _ message: String) {
            if isWarned { warnings.append(LinkWarning(code, message)) }
        }
        let (android, ios) = (spec.android, spec.ios)
        warn(
            android.minVersionCode != nil && android.packageName == nil,
            "UNNECESSARY_ANDROID_PACKAGE_MIN_VERSION", "amv has no effect without apn.")
        warn(
            ios.appStoreID != nil && ios.bundleID == nil,
            "UNNECESSARY_IOS_APP_STORE_ID", "isi without ibi: the link opens no app on iOS.")
        warn(
            ios.customScheme != nil && ios.bundleID == nil && ios.ipadBundleID == nil,
            "UNNECESSARY_IOS_URL_SCHEME", "ius has no effect without ibi.")
        warn(
            ios.isForcedRedirect && ios.bundleID == nil && !spec.namesNoApp,
            "UNNECESSARY_FORCED_REDIRECT", "efr has no effect without ibi.")
        warn(
            isOfAnotherApp(ios.appStoreID, than: ios.bundleID),
            "NOT_MATCHING_IOS_BUNDLE_ID_AND_STORE_ID", "isi is not the app of ibi.")
        warn(
            spec.link.description.utf8.contains(UInt8(ascii: "#")),
            "LINK_WITH_FRAGMENTS", "The link has a fragment, which browsers don't send to servers.")
        return warnings
    }

    private func isOfAnotherApp(_ storeID: String?, than bundleID: String?) -> Bool {
        guard let storeID, let own = ios.first(where: { $0.bundleID == bundleID })?.appStoreID else {
            return false
        }
        return own != storeID
    }
}
