#if canImport(SwiftUI) && canImport(UIKit)
    import SwiftUI
    import UIKit
    import UniformTypeIdentifiers

    /// A button that pastes an invite without the question of iOS, because the player taps it.
    ///
    ///     PasteInviteButton { text in try? await shipmate.start(clipboard: .text(text)) }
    @available(iOS 16.0, *)
    public struct PasteInviteButton: UIViewRepresentable {
        private let pasted: @MainActor @Sendable (String) async -> Void

        /// - Parameter pasted: gets the text of the clipboard; an empty text if it has none.
        public init(pasted: @escaping @MainActor @Sendable (String) async -> Void) { self.pasted = pasted }

        public func makeUIView(context: Context) -> UIPasteControl {
            let configuration = UIPasteControl.Configuration()
            configuration.displayMode = .iconAndLabel
            let control = UIPasteControl(configuration: configuration)
            control.target = context.coordinator
            return control
        }

        public func updateUIView(_ control: UIPasteControl, context: Context) {
            context.coordinator.pasted = pasted
        }

        public func makeCoordinator() -> PasteReceiver { PasteReceiver(pasted) }
    }

    /// Gets what a `UIPasteControl` pastes.
    @MainActor
    public final class PasteReceiver: NSObject, UIPasteConfigurationSupporting {
        public var pasteConfiguration: UIPasteConfiguration? = UIPasteConfiguration(
            acceptableTypeIdentifiers: [UTType.url.identifier, UTType.plainText.identifier])
        fileprivate var pasted: @MainActor @Sendable (String) async -> Void

        fileprivate init(_ pasted: @escaping @MainActor @Sendable (String) async -> Void) {
            self.pasted = pasted
        }

        public func paste(itemProviders: [NSItemProvider]) {
            let pasted = pasted
            guard let provider = itemProviders.first(where: { $0.canLoadObject(ofClass: String.self) }) else {
                Task { await pasted("") }
                return
            }
            _ = provider.loadObject(ofClass: String.self) { text, _ in
                Task { await pasted(text ?? "") }
            }
        }
    }
#endif
