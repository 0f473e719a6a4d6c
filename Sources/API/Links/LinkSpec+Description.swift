internal import HTTP

extension Schema {
    static var linkSocial: Schema {
        .closed(
            "LinkSocial", means: "How the link looks where it is shared.",
            [
                "title": .string(1...200).means("The headline.").orNone,
                "description": .string(1...500).means("The text below it.").orNone,
                "image_link": .uri.atMost(7168).word("pattern", "^[Hh][Tt][Tt][Pp][Ss]://").means(
                    "The picture; https."
                ).orNone,
            ])
    }

    static var linkAndroid: Schema {
        .closed(
            "LinkAndroid", means: "Where a link leads on Android.",
            [
                "package_name": .string.pattern("[A-Za-z][A-Za-z0-9._+-]{0,254}").means(
                    "The app's; the profile's first unless told."
                ).orNone,
                "fallback_link": .uri.atMost(7168).word("pattern", "^[Hh][Tt][Tt][Pp][Ss]?://").means(
                    "Instead of Play when the app is not installed."
                ).orNone,
                "min_version_code": .integer(1...2_100_000_000).means("Older installs go to Play.").orNone,
            ])
    }

    static var linkIOS: Schema {
        .closed(
            "LinkIOS", means: "Where a link leads on iPhones and iPads.",
            [
                "bundle_id": .string.pattern("[A-Za-z][A-Za-z0-9._+-]{0,254}").means(
                    "The app's; the profile's first unless told."
                ).orNone,
                "app_store_id": .string.pattern("[0-9]{1,20}").means("The app's number in the App Store.")
                    .orNone,
                "fallback_link": .uri.atMost(7168).word("pattern", "^[Hh][Tt][Tt][Pp][Ss]?://").means(
                    "Instead of the App Store."
                ).orNone,
                "ipad_fallback_link": .uri.atMost(7168).word("pattern", "^[Hh][Tt][Tt][Pp][Ss]?://").means(
                    "Goes before the other on an iPad."
                ).orNone,
                "ipad_bundle_id": .string.pattern("[A-Za-z][A-Za-z0-9._+-]{0,254}").means(
                    "The iPad app's, where it is another."
                ).orNone,
                "custom_scheme": .string.pattern("[A-Za-z][A-Za-z0-9._+-]{0,254}").means(
                    "A scheme of the app's own, none that browsers know; the bundle id unless told."
                ).orNone,
                "min_version": .string(1...32).means("Handed to the app, which decides.").orNone,
                "forced_redirect": .boolean.means("Skips the preview page.").orNone,
            ])
    }

    static var linkDesktop: Schema {
        .closed(
            "LinkDesktop", means: "Where a link leads on anything that is not mobile.",
            [
                "fallback_link": .uri.atMost(7168).word("pattern", "^[Hh][Tt][Tt][Pp][Ss]?://").means(
                    "Instead of the payload."
                ).orNone
            ])
    }

    static var linkAnalytics: Schema {
        .closed(
            "LinkAnalytics", means: "What stores and web analytics are told of a link.",
            [
                "utm_source": .string(1...256).means("Where visitors come from.").orNone,
                "utm_medium": .string(1...256).means("By what means.").orNone,
                "utm_campaign": .string(1...256).means("Through which campaign.").orNone,
                "utm_term": .string(1...256).means("Which words.").orNone,
                "utm_content": .string(1...256).means("Which of several.").orNone,
                "gclid": .string(1...256).means("Google Ads' click id.").orNone,
                "itunes": .linkITunes.means("What the App Store is told.").orNone,
            ])
    }

    static var linkITunes: Schema {
        .closed(
            "LinkITunes", means: "What the App Store is told of a link.",
            [
                "pt": .string(1...256).means("The provider.").orNone,
                "at": .string(1...256).means("The affiliate.").orNone,
                "ct": .string(1...256).means("The campaign.").orNone,
                "mt": .string(1...256).means("The medium.").orNone,
            ])
    }
}
