internal import HTTP
internal import JSON
internal import Links

/// A file by which a platform learns that the link hosts and the apps are one's own.
struct ShowAssociation: Endpoint {
    enum File {
        case apple
        /// The same, where newer systems look.
        case wellKnownApple
        case android
    }

    let file: File
    /// Nil when links are off.
    private let json: [UInt8]?

    init(_ file: File, of profile: AppProfile?) {
        self.file = file
        json = file == .android ? profile?.androidAssociation : profile?.appleAssociation
    }

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let json else { throw .linksOff }
        return Response(
            status: 200, contentType: "application/json", body: json,
            headers: [ResponseHeader(.cacheControl, "public, max-age=3600")])
    }
}

extension ShowAssociation {
    var operation: Operation {
        words.gives("The association file.", .cacheControl, as: file == .android ? Self.android : Self.apple)
            .refuses(.linksOff)
    }

    private var words: Operation {
        switch file {
        case .apple:
            Operation("showAppleAssociation", .opening, "Read Apple's app association")
        case .wellKnownApple:
            Operation(
                "showWellKnownAppleAssociation", .opening, "Read Apple's app association at its newer path")
        case .android:
            Operation(
                "showAndroidAssociation", .opening, "Read Android's app association",
                "Google's digital asset links.")
        }
    }

    private static var apple: Content {
        let app: JSONValue = ["appID": "ABCDE12345.com.example.game", "paths": ["/*"]]
        return .json(.appleAssociation, example: ["applinks": ["apps": [], "details": [app]]])
    }

    private static var android: Content {
        .json(
            .array(of: .androidStatement),
            example: [
                [
                    "relation": ["delegate_permission/common.handle_all_urls"],
                    "target": [
                        "namespace": "android_app", "package_name": "com.example.game",
                        "sha256_cert_fingerprints": ["AB:CD"],
                    ],
                ]
            ])
    }
}

extension Schema {
    static var appleAssociation: Schema {
        .object(
            "AppleAssociation", means: "The file that Apple's devices request.",
            ["applinks": .map(of: .any).means("The apps and their paths.")])
    }

    static var androidStatement: Schema {
        .map("AndroidStatement", of: .any, means: "A statement of Google's digital asset links.")
    }
}
