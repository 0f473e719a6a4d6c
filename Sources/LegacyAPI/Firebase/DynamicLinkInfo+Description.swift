internal import API
internal import HTTP
internal import JSON

extension Schema {
    static var firebaseDynamicLinkInfo: Schema {
        .closed(
            "FirebaseDynamicLinkInfo", means: "A long link's parameters under longer names.",
            [
                "domainUriPrefix": .string(upTo: 65536).means(
                    """
                    One of the app's prefixes. Default: the first. A `page.link` or `app.goo.gl` domain \
                    counts as the first.
                    """
                ).nullableOptional,
                "dynamicLinkDomain": .string(upTo: 65536).means("The older name of `domainUriPrefix`.")
                    .nullableOptional,
                "link": .string(upTo: 65536).means("The payload.").nullableOptional,
                "androidInfo": .firebaseAndroidInfo.means("The destination on Android.").nullableOptional,
                "iosInfo": .firebaseIosInfo.means("The destination on iPhones and iPads.").nullableOptional,
                "navigationInfo": .firebaseNavigationInfo.means("How the link opens.").nullableOptional,
                "desktopInfo": .firebaseDesktopInfo.means("The destination on all other devices.")
                    .nullableOptional,
                "analyticsInfo": .firebaseAnalyticsInfo.means("Parameters for stores and web analytics.")
                    .nullableOptional,
                "socialMetaTagInfo": .firebaseSocialMetaTagInfo.means(
                    "How the link looks where it is shared."
                )
                .nullableOptional,
            ])
    }

    static var firebaseAndroidInfo: Schema {
        .closed(
            "FirebaseAndroidInfo", means: "A link's destination on Android.",
            [
                "androidPackageName": .integerOrText.means("The app's package name.").nullableOptional,
                "androidFallbackLink": .integerOrText.means("Instead of Play.").nullableOptional,
                "androidLink": .integerOrText.means("Not used: `link` opens on every platform.")
                    .nullableOptional,
                "androidMinPackageVersionCode": .integerOrText.means("Older installs go to Play.")
                    .nullableOptional,
            ])
    }

    static var firebaseIosInfo: Schema {
        .closed(
            "FirebaseIosInfo", means: "A link's destination on iPhones and iPads.",
            [
                "iosBundleId": .integerOrText.means("The app's bundle id.").nullableOptional,
                "iosFallbackLink": .integerOrText.means("Instead of the App Store.").nullableOptional,
                "iosCustomScheme": .integerOrText.means("The app's own scheme.").nullableOptional,
                "iosIpadFallbackLink": .integerOrText.means("Takes precedence on an iPad.").nullableOptional,
                "iosIpadBundleId": .integerOrText.means("The iPad app's.").nullableOptional,
                "iosMinimumVersion": .integerOrText.means("Handed to the app.").nullableOptional,
                "iosAppStoreId": .integerOrText.means("The app's number in the App Store.").nullableOptional,
            ])
    }

    static var firebaseNavigationInfo: Schema {
        .closed(
            "FirebaseNavigationInfo", means: "How a link opens.",
            [
                "enableForcedRedirect": .boolean.means("Skips the preview page.").nullableOptional
            ])
    }

    static var firebaseDesktopInfo: Schema {
        .closed(
            "FirebaseDesktopInfo", means: "A link's destination on devices that aren't mobile.",
            [
                "desktopFallbackLink": .integerOrText.means("Instead of the payload.").nullableOptional
            ])
    }

    static var firebaseAnalyticsInfo: Schema {
        .closed(
            "FirebaseAnalyticsInfo", means: "Parameters for stores and web analytics.",
            [
                "googlePlayAnalytics": .firebaseGooglePlayAnalytics.means("For Play.").nullableOptional,
                "itunesConnectAnalytics": .firebaseItunesConnectAnalytics.means("For the App Store.")
                    .nullableOptional,
            ])
    }

    static var firebaseGooglePlayAnalytics: Schema {
        .closed(
            "FirebaseGooglePlayAnalytics", means: "Parameters for Google Play.",
            [
                "utmSource": .integerOrText.means("The source of the visitors.").nullableOptional,
                "utmMedium": .integerOrText.means("The medium.").nullableOptional,
                "utmCampaign": .integerOrText.means("The campaign.").nullableOptional,
                "utmTerm": .integerOrText.means("The search words.").nullableOptional,
                "utmContent": .integerOrText.means("The variant.").nullableOptional,
                "gclid": .integerOrText.means("Google Ads' click id.").nullableOptional,
            ])
    }

    static var firebaseItunesConnectAnalytics: Schema {
        .closed(
            "FirebaseItunesConnectAnalytics", means: "Parameters for the App Store.",
            [
                "at": .integerOrText.means("The affiliate.").nullableOptional,
                "ct": .integerOrText.means("The campaign.").nullableOptional,
                "mt": .integerOrText.means("The medium.").nullableOptional,
                "pt": .integerOrText.means("The provider.").nullableOptional,
            ])
    }

    static var firebaseSocialMetaTagInfo: Schema {
        .closed(
            "FirebaseSocialMetaTagInfo", means: "How a link looks where it is shared.",
            [
                "socialTitle": .integerOrText.means("The headline.").nullableOptional,
                "socialDescription": .integerOrText.means("The text below it.").nullableOptional,
                "socialImageLink": .integerOrText.means("The picture.").nullableOptional,
            ])
    }
}
