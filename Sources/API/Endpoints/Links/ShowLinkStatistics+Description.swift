internal import HTTP
internal import JSON

extension ShowLinkStatistics {
    var operation: Operation {
        Operation(
            "showLinkStatistics", .links, "Show a link's statistics", "For its owner, or for a key."
        )
        .gives(
            "Clicks, redirects, installs and opens, in total and by platform and day.",
            example: [
                "code": "summer",
                "days": 30,
                "totals": [
                    "clicks": 3,
                    "redirects": 1,
                    "installs": 1,
                    "first_opens": 1,
                    "re_opens": 0,
                    "declined": 0,
                    "shared": 0,
                ],
                "claims": [
                    "click_id": 0, "install_referrer": 1, "link": 0, "clipboard": 0, "device": 0,
                ],
                "by_platform": [
                    "android": [
                        "clicks": 2,
                        "redirects": 0,
                        "installs": 1,
                        "first_opens": 1,
                        "re_opens": 0,
                        "declined": 0,
                        "shared": 0,
                    ],
                    "desktop": [
                        "clicks": 0,
                        "redirects": 0,
                        "installs": 0,
                        "first_opens": 0,
                        "re_opens": 0,
                        "declined": 0,
                        "shared": 0,
                    ],
                    "ios": [
                        "clicks": 1,
                        "redirects": 1,
                        "installs": 0,
                        "first_opens": 0,
                        "re_opens": 0,
                        "declined": 0,
                        "shared": 0,
                    ],
                ],
                "by_day": [["day": "2026-11-21", "platform": "android", "event": "click", "count": 2]],
            ]
        )
        .refuses(.noLink)
    }
}
