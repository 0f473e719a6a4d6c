#if canImport(UIKit)
    import Shipmate
    import UIKit

    extension DeviceFacts {
        /// This device's facts, by which the server may guess a click. Send them only with the player's consent.
        ///
        /// - Parameter screen: `view.window?.windowScene?.screen`. An extension has no `UIApplication` to ask.
        @MainActor
        public static func current(screen: UIScreen?) -> DeviceFacts {
            let (device, bounds) = (UIDevice.current, screen?.nativeBounds)
            return DeviceFacts(
                platform: "ios", osVersion: device.systemVersion, model: device.model,
                language: Locale.preferredLanguages.first, timezone: TimeZone.current.identifier,
                screen: bounds.map { "\(Int($0.width))x\(Int($0.height))" },
                scale: screen.map { Double($0.nativeScale) })
        }
    }
#endif
