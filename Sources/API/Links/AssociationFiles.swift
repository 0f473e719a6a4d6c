internal import HTTP
internal import JSON
internal import Links

extension AppProfile {
    /// Apple's `apple-app-site-association`: every app may open every path.
    var appleAssociation: [UInt8] {
        Response.json { writer in
            writer.object { writer in
                writer.key("applinks")
                writer.object { writer in
                    writer.key("apps")
                    writer.array { _ in }
                    writer.key("details")
                    writer.array { writer in
                        for app in ios { writer.object { app.writeDetail(to: &$0) } }
                    }
                }
            }
        }.body
    }

    /// Google's statement list, digital asset links: every Android app handles all URLs.
    var androidAssociation: [UInt8] {
        Response.json { writer in
            writer.array { writer in
                for app in android { writer.object { app.writeStatement(to: &$0) } }
            }
        }.body
    }
}

extension AppProfile.IOSApp {
    fileprivate func writeDetail(to writer: inout JSONWriter) {
        writer.member("appID", "\(prefix).\(bundleID)")
        writer.member("paths", ["/*"])
    }
}

extension AppProfile.AndroidApp {
    fileprivate func writeStatement(to writer: inout JSONWriter) {
        writer.member("relation", ["delegate_permission/common.handle_all_urls"])
        writer.key("target")
        writer.object { writer in
            writer.member("namespace", "android_app")
            writer.member("package_name", packageName)
            writer.member("sha256_cert_fingerprints", fingerprints)
        }
    }
}
