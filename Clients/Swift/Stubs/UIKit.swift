// Declarations of Apple's UIKit, as far as ShipmateUI uses them. They are compiled, never run.
@_exported import Foundation

// https://developer.apple.com/documentation/uikit/uipasteboard
@MainActor public final class UIPasteboard: NSObject {
    // https://developer.apple.com/documentation/uikit/uipasteboard/general
    public class var general: UIPasteboard { fatalError() }
    // https://developer.apple.com/documentation/uikit/uipasteboard/string
    public var string: String? {
        get { fatalError() }
        set { fatalError() }
    }

    // https://developer.apple.com/documentation/uikit/uipasteboard/detectedvalues
    public struct DetectedValues {
        // https://developer.apple.com/documentation/uikit/uipasteboard/detectedvalues/probableweburl
        public var probableWebURL: String { fatalError() }
    }

    // https://developer.apple.com/documentation/uikit/uipasteboard/detectedpatterns(for:)-6uzm1
    public func detectedPatterns(
        for keyPaths: Set<PartialKeyPath<DetectedValues>>
    ) async throws -> Set<PartialKeyPath<DetectedValues>> { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: NSObject {}
// https://developer.apple.com/documentation/uikit/uicontrol
@MainActor open class UIControl: UIView {}

// https://developer.apple.com/documentation/uikit/uipastecontrol
@available(iOS 16.0, *)
@MainActor open class UIPasteControl: UIControl {
    // https://developer.apple.com/documentation/uikit/uipastecontrol/displaymode
    public enum DisplayMode: UInt, Sendable { case iconAndLabel, iconOnly, labelOnly }

    // https://developer.apple.com/documentation/uikit/uipastecontrol/configuration-swift.class
    @MainActor open class Configuration: NSObject {
        public override init() { fatalError() }
        // https://developer.apple.com/documentation/uikit/uipastecontrol/configuration-swift.class/displaymode
        open var displayMode: DisplayMode {
            get { fatalError() }
            set { fatalError() }
        }
    }

    // https://developer.apple.com/documentation/uikit/uipastecontrol/init(configuration:)
    public init(configuration: Configuration) { fatalError() }
    // https://developer.apple.com/documentation/uikit/uipastecontrol/target
    weak open var target: (any UIPasteConfigurationSupporting)? {
        get { fatalError() }
        set { fatalError() }
    }
}

// https://developer.apple.com/documentation/uikit/uipasteconfigurationsupporting
@MainActor public protocol UIPasteConfigurationSupporting: NSObjectProtocol {
    var pasteConfiguration: UIPasteConfiguration? { get set }
    // https://developer.apple.com/documentation/uikit/uipasteconfigurationsupporting/paste(itemproviders:)
    func paste(itemProviders: [NSItemProvider])
}

// https://developer.apple.com/documentation/uikit/uipasteconfiguration
@MainActor open class UIPasteConfiguration: NSObject {
    // https://developer.apple.com/documentation/uikit/uipasteconfiguration/init(acceptabletypeidentifiers:)
    public init(acceptableTypeIdentifiers: [String]) { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uidevice
@MainActor open class UIDevice: NSObject {
    open class var current: UIDevice { fatalError() }
    open var systemVersion: String { fatalError() }
    open var model: String { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uiscreen
@MainActor open class UIScreen: NSObject {
    // https://developer.apple.com/documentation/uikit/uiscreen/nativebounds
    open var nativeBounds: CGRect { fatalError() }
    // https://developer.apple.com/documentation/uikit/uiscreen/nativescale
    open var nativeScale: CGFloat { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nsitemprovider
public final class NSItemProvider: NSObject {
    // https://developer.apple.com/documentation/foundation/nsitemprovider/canloadobject(ofclass:)-9z1wt
    public func canLoadObject(ofClass: String.Type) -> Bool { fatalError() }
    // https://developer.apple.com/documentation/foundation/nsitemprovider/loadobject(ofclass:completionhandler:)-50w5b
    public func loadObject(
        ofClass: String.Type, completionHandler: @escaping @Sendable (String?, (any Error)?) -> Void
    ) -> Progress { fatalError() }
}
