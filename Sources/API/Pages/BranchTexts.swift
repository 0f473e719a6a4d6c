internal import Links

/// What the debug page's flow chart says, in the words of the pages that it leads to.
struct BranchTexts {
    private let debug: DebugTexts
    private let pages: PageTexts
    private let invites: InviteTexts
    private let switchedOff: PageTexts.Notice

    init(_ language: PageLanguage) {
        debug = DebugTexts(in: language)
        pages = PageTexts(in: language)
        invites = InviteTexts(in: language)
        switchedOff = PageTexts.switchedOff(in: language)
    }

    func text(of who: DebugChart.Who) -> String {
        switch who {
        case .android: "Android"
        case .fire: "Amazon Fire"
        case .iphone: "iPhone"
        case .ipad: "iPad"
        case .safari: "Safari (iPad, Mac)"
        case .others: debug.others
        case .previews: debug.previews
        }
    }

    func text(of turn: DebugChart.Turn) -> String {
        switch turn {
        case .withApp: debug.withApp
        case .withoutApp: debug.withoutApp
        case .open: pages.open
        case .haveIt: invites.haveIt
        case .getApp: pages.getApp
        case .goOn: pages.goOnInBrowser
        case .scan: invites.scan
        }
    }

    func text(of place: DebugChart.Place) -> String {
        switch place {
        case .app: debug.app
        case .appStore: "App Store"
        case .googlePlay: "Google Play"
        case .browser: debug.browser
        case .buttons: debug.buttons
        case .landing: debug.landing
        case .question: debug.question
        case .card: debug.card
        case .ended(.switchedOff): switchedOff.title
        case .ended(.expired): invites.expired.title
        case .ended(.used): invites.used.title
        case .branch(let who): text(of: who)
        }
    }
}
