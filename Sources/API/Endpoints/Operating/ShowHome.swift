internal import HTTP
internal import JSON
internal import Pages

/// Names the service to whoever opens its address.
struct ShowHome: Endpoint {
    func respond(to input: NoInput, on call: Call) -> Response {
        WebPage.home.response
    }
}

extension ShowHome {
    var operation: Operation {
        Operation("showHome", .operating, "The service's front page").givesPage("The page.")
    }
}
