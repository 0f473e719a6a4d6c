internal import HTTP
internal import JSON
internal import Pages
internal import Service

/// Leads visitors of the service's address on. On the service's own machine it also reports the setup.
struct ShowHome: Endpoint {
    let services: Services
    let operations: Operations

    func respond(to input: NoInput, on call: Call) -> Response {
        HomePage(state: call.request.isFromHere ? state : nil).page.response
    }

    private var state: HomePage.State {
        HomePage.State(
            isReady: services.isReady, warnings: operations.warnings(), steps: operations.setup())
    }
}

extension ShowHome {
    var operation: Operation {
        Operation("showHome", .operating, "Open the start page").givesPage("The page.")
    }
}
