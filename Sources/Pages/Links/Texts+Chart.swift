internal import Links

/// Texts of the debug page's flow chart, in the words of the pages.
extension Texts {
    func text(of who: DebugChart.Who) -> String {
        switch who {
        case .android: "Android"
        case .fire: "Amazon Fire"
        case .iphone: "iPhone"
        case .ipad: "iPad"
        case .safari: "Safari (iPad, Mac)"
        case .others: self[.debugOthers]
        case .previews: self[.debugPreviews]
        }
    }

    func text(of choice: DebugChart.Choice) -> String {
        switch choice {
        case .withApp: self[.debugWithApp]
        case .withoutApp: self[.debugWithoutApp]
        case .open: self[.open]
        case .haveIt: self[.haveIt]
        case .getApp: self[.getApp]
        case .goOn: self[.goOnInBrowser]
        case .scan: self[.scan]
        }
    }

    func text(of destination: DebugChart.Destination) -> String {
        switch destination {
        case .app: self[.debugApp]
        case .appStore: "App Store"
        case .googlePlay: "Google Play"
        case .browser: self[.debugBrowser]
        case .buttons: self[.debugButtons]
        case .landing: self[.debugLanding]
        case .question: self[.debugQuestion]
        case .card: self[.debugCard]
        case .ended(.switchedOff): self[.switchedOff]
        case .ended(.expired): self[.expired]
        case .ended(.used): self[.used]
        case .branch(let who): text(of: who)
        }
    }
}
