#if canImport(UIKit)
    import Shipmate
    import UIKit

    extension Clipboard {
        /// Asks iOS whether the clipboard has a link, which the player doesn't see. Only then the text is read, and iOS
        /// asks the player once. `UIPasteControl` (`PasteInviteButton`) reads without that question.
        public static let whenALinkIsThere = Clipboard { await linkOnClipboard() }

        @MainActor
        private static func linkOnClipboard() async -> String? {
            let clipboard = UIPasteboard.general
            guard let found = try? await clipboard.detectedPatterns(for: [\.probableWebURL]) else {
                return nil
            }
            guard found.contains(\.probableWebURL) else { return "" }
            return clipboard.string
        }
    }
#endif
