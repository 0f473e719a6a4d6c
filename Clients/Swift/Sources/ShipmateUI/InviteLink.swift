#if canImport(SwiftUI)
    import Shipmate
    import SwiftUI

    /// A button that shares the player's invite. It makes the invite when it appears, and is disabled until then.
    ///
    ///     InviteLink(shipmate, title: "Invite a friend")
    @available(iOS 16.0, macOS 13.0, *)
    public struct InviteLink: View {
        private let shipmate: Shipmate
        private let title: String
        private let channel: Channel
        @State private var invite: Invite?

        public init(_ shipmate: Shipmate, title: String, channel: Channel = .message) {
            (self.shipmate, self.title, self.channel) = (shipmate, title, channel)
        }

        public var body: some View {
            ZStack {
                if let invite {
                    ShareLink(
                        title, item: invite.url, subject: Text(invite.subject ?? title),
                        message: Text(invite.message))
                } else {
                    Button(title) {}.disabled(true)
                }
            }
            .task { invite = try? await shipmate.invite(channel: channel) }
        }
    }

    extension Invite {
        /// The text without the link, which `ShareLink` adds itself.
        var message: String {
            text.replacingOccurrences(of: url.absoluteString, with: "").trimmingCharacters(
                in: .whitespacesAndNewlines)
        }
    }
#endif
