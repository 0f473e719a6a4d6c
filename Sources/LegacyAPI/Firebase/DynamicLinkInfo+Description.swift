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
                    One of the app's prefixes; the first unless told. A `page.link` or `app.goo.gl` domain \
                    stands for the first.
                    """
                ).orNone,
                "dynamicLinkDomain": .string(upTo: 65536).means("The older name of `domainUriPrefix`.")
                    .orNone,
                "link": .string(upTo: 65536).means("The payload.").orNone,
                "androidInfo": .firebaseAndroidInfo.means("Where it leads on Android.").orNone,
                "iosInfo": .firebaseIosInfo.means("Where it leads on iPhones and iPads.").orNone,
                "navigationInfo": .firebaseNavigationInfo.means("How it leads there.").orNone,
                "desktopInfo": .firebaseDesktopInfo.means("Where it leads anywhere else.").orNone,
                "analyticsInfo": .firebaseAnalyticsInfo.means("What stores and web analytics are told.")
                    .orNone,
                "socialMetaTagInfo": .firebaseSocialMetaTagInfo.means("How it looks where it is shared.")
                    .orNone,
            ])
    }

    static var firebaseAndroidInfo: Schema {
        .closed(
            "FirebaseAndroidInfo", means: "Where a link leads on Android.",
            [
                "androidPackageName": .integerOrText.means("The app's package name.").orNone,
                "androidFallbackLink": .integerOrText.means("Instead of Play.").orNone,
                "androidLink": .integerOrText.means("Not used: `link` opens on every platform.").orNone,
                "androidMinPackageVersionCode": .integerOrText.means("Older installs go to Play.").orNone,
            ])
    }

    static var firebaseIosInfo: Schema {
        .closed(
            "FirebaseIosInfo", means: "Where a link leads on iPhones and iPads.",
            [
                "iosBundleId": .integerOrText.means("The app's bundle id.").orNone,
                "iosFallbackLink": .integerOrText.means("Instead of the App Store.").orNone,
                "iosCustomScheme": .integerOrText.means("The app's own scheme.").orNone,
                "iosIpadFallbackLink": .integerOrText.means("Goes before the other on an iPad.").orNone,
                "iosIpadBundleId": .integerOrText.means("The iPad app's.").orNone,
                "iosMinimumVersion": .integerOrText.means("Handed to the app.").orNone,
                "iosAppStoreId": .integerOrText.means("The app's number in the App Store.").orNone,
            ])
    }

    static var firebaseNavigationInfo: Schema {
        .closed(
            "FirebaseNavigationInfo", means: "How a link leads there.",
            [
                "enableForcedRedirect": .boolean.means("Skips the preview page.").orNone
            ])
    }

    static var firebaseDesktopInfo: Schema {
        .closed(
            "FirebaseDesktopInfo", means: "Where a link leads on anything that is not mobile.",
            [
                "desktopFallbackLink": .integerOrText.means("Instead of the payload.").orNone
            ])
    }

    static var firebaseAnalyticsInfo: Schema {
        .closed(
            "FirebaseAnalyticsInfo", means: "What stores and web analytics are told.",
            [
                "googlePlayAnalytics": .firebaseGooglePlayAnalytics.means("For Play.").orNone,
                "itunesConnectAnalytics": .firebaseItunesConnectAnalytics.means("For the App Store.").orNone,
            ])
    }

    static var firebaseGooglePlayAnalytics: Schema {
        .closed(
            "FirebaseGooglePlayAnalytics", means: "What Play is told.",
            [
                "utmSource": .integerOrText.means("Where visitors come from.").orNone,
                "utmMedium": .integerOrText.means("By what means.").orNone,
                "utmCampaign": .integerOrText.means("Through which campaign.").orNone,
                "utmTerm": .integerOrText.means("Which words.").orNone,
                "utmContent": .integerOrText.means("Which of several.").orNone,
                "gclid": .integerOrText.means("Google Ads' click id.").orNone,
            ])
    }

    static var firebaseItunesConnectAnalytics: Schema {
        .closed(
            "FirebaseItunesConnectAnalytics", means: "What the App Store is told.",
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
