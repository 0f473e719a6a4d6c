internal import HTTP
internal import JSON
internal import Links
internal import Pages

/// The app's icon, where browsers and iPhones look for it of themselves.
struct ShowIcon: Endpoint {
    enum File {
        case favicon
        case touchIcon
    }

    let file: File
    let icon: PageURL?

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard let icon else { throw .notFound }
        return Response(
            status: 302,
            headers: [
                ResponseHeader(.location, icon.text),
                ResponseHeader(.cacheControl, "public, max-age=3600"),
                ResponseHeader(.referrerPolicy, "no-referrer"),
            ])
    }
}

extension ShowIcon {
    var operation: Operation {
        words
            .gives(302, "Where the profile's icon is.", .destination, .cacheControl, .referrerPolicy)
            .refuses(.page(404, "The profile names no icon."))
    }

    private var words: Operation {
        switch file {
        case .favicon: Operation("showFavicon", .opening, "Read the app's icon for browsers")
        case .touchIcon: Operation("showTouchIcon", .opening, "Read the app's icon for home screens")
        }
    }
}
