internal import Referrals

extension WebPage {
    /// The page between a link and the app: Open, for whoever has it, and Get the app.
    ///
    /// Both are plain links, which need no script; iOS opens an app's own scheme only when it is tapped.
    static func preview(_ preview: Opening.Preview) -> WebPage {
        WebPage(
            title: preview.social.title ?? preview.appName, showsImages: preview.social.imageLink != nil
        ) { writer in
            writer.element("article", [.text("class", "sheet")]) { writer in
                writer.social(preview.social, appName: preview.appName)
                writer.element("nav") { writer in
                    writer.button("Open", to: PageURL(preview.openURL), isPrimary: true)
                    writer.button("Get the app", to: PageURL(preview.getURL))
                    writer.button("Go on in the browser", to: preview.afterURL.flatMap { PageURL($0) })
                }
                writer.element("p", [.text("class", "note")]) { writer in
                    writer.text("Open works once ")
                    writer.foreign("bdi", preview.appName)
                    writer.text(" is on this device.")
                }
            }
        }
    }
}
