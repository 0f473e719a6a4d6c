internal import HTTP
internal import Pages
internal import Service

/// Leads people who have only the service's address on; on the service's own machine it also says how the
/// service is set up.
struct ShowHome: Endpoint {
    let services: Services
    let operations: Operations

    func respond(to input: NoInput, on call: Call) -> Response {
        HomePage(state: call.isFromHere ? state : nil).page.response
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
