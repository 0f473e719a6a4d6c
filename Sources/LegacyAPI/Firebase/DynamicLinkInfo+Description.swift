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
                ).orNone,
                "dynamicLinkDomain": .string(upTo: 65536).means("The older name of `domainUriPrefix`.")
                    .orNone,
                "link": .string(upTo: 65536).means("The payload.").orNone,
                "androidInfo": .firebaseAndroidInfo.means("The destination on Android.").orNone,
                "iosInfo": .firebaseIosInfo.means("The destination on iPhones and iPads.").orNone,
                "navigationInfo": .firebaseNavigationInfo.means("How the link opens.").orNone,
                "desktopInfo": .firebaseDesktopInfo.means("The destination on all other devices.").orNone,
                "analyticsInfo": .firebaseAnalyticsInfo.means("Parameters for stores and web analytics.")
                    .orNone,
                "socialMetaTagInfo": .firebaseSocialMetaTagInfo.means(
                    "How the link looks where it is shared."
                )
                .orNone,
            ])
    }

    static var firebaseAndroidInfo: Schema {
        .closed(
            "FirebaseAndroidInfo", means: "A link's destination on Android.",
            [
                "androidPackageName": .integerOrText.means("The app's package name.").orNone,
                "androidFallbackLink": .integerOrText.means("Instead of Play.").orNone,
                "androidLink": .integerOrText.means("Not used: `link` opens on every platform.").orNone,
                "androidMinPackageVersionCode": .integerOrText.means("Older installs go to Play.").orNone,
            ])
    }

    static var firebaseIosInfo: Schema {
        .closed(
            "FirebaseIosInfo", means: "A link's destination on iPhones and iPads.",
            [
                "iosBundleId": .integerOrText.means("The app's bundle id.").orNone,
                "iosFallbackLink": .integerOrText.means("Instead of the App Store.").orNone,
                "iosCustomScheme": .integerOrText.means("The app's own scheme.").orNone,
                "iosIpadFallbackLink": .integerOrText.means("Takes precedence on an iPad.").orNone,
                "iosIpadBundleId": .integerOrText.means("The iPad app's.").orNone,
                "iosMinimumVersion": .integerOrText.means("Handed to the app.").orNone,
                "iosAppStoreId": .integerOrText.means("The app's number in the App Store.").orNone,
            ])
    }

    static var firebaseNavigationInfo: Schema {
        .closed(
            "FirebaseNavigationInfo", means: "How a link opens.",
            [
                "enableForcedRedirect": .boolean.means("Skips the preview page.").orNone
            ])
    }

    static var firebaseDesktopInfo: Schema {
        .closed(
            "FirebaseDesktopInfo", means: "A link's destination on devices that aren't mobile.",
            [
                "desktopFallbackLink": .integerOrText.means("Instead of the payload.").orNone
            ])
    }

    static var firebaseAnalyticsInfo: Schema {
        .closed(
            "FirebaseAnalyticsInfo", means: "Parameters for stores and web analytics.",
            [
                "googlePlayAnalytics": .firebaseGooglePlayAnalytics.means("For Play.").orNone,
                "itunesConnectAnalytics": .firebaseItunesConnectAnalytics.means("For the App Store.").orNone,
            ])
    }

    static var firebaseGooglePlayAnalytics: Schema {
        .closed(
            "FirebaseGooglePlayAnalytics", means: "Parameters for Google Play.",
            [
                "utmSource": .integerOrText.means("The source of the visitors.").orNone,
                "utmMedium": .integerOrText.means("The medium.").orNone,
                "utmCampaign": .integerOrText.means("The campaign.").orNone,
                "utmTerm": .integerOrText.means("The search words.").orNone,
                "utmContent": .integerOrText.means("The variant.").orNone,
                "gclid": .integerOrText.means("Google Ads' click id.").orNone,
            ])
    }

    static var firebaseItunesConnectAnalytics: Schema {
        .closed(
            "FirebaseItunesConnectAnalytics", means: "Parameters for the App Store.",
            [
                "at": .integerOrText.means("The affiliate.").orNone,
                "ct": .integerOrText.means("The campaign.").orNone,
                "mt": .integerOrText.means("The medium.").orNone,
                "pt": .integerOrText.means("The provider.").orNone,
            ])
    }

    static var firebaseSocialMetaTagInfo: Schema {
        .closed(
            "FirebaseSocialMetaTagInfo", means: "How a link looks where it is shared.",
            [
                "socialTitle": .integerOrText.means("The headline.").orNone,
                "socialDescription": .integerOrText.means("The text below it.").orNone,
                "socialImageLink": .integerOrText.means("The picture.").orNone,
            ])
    }
}
