/// What pages say to visitors, in one language.
///
/// Japanese has no spaces, and where a browser knows no phrases its lines would end within words: the texts
/// say where they may end, by spaces of no width.
struct PageTexts {
    /// Buttons.
    let open, getApp, goOnInBrowser, onTheWeb, goOn: String
    /// Under the buttons; `{app}` is the app's name.
    let opensOnceInstalled: String
    let invited: String
    let notFound, unavailable: Notice

    /// A page that has nothing else to show.
    struct Notice {
        let title, text: String
    }
}
