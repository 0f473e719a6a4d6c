package import HTTP
internal import JSON

/// Routes of a module that this one doesn't know.
package protocol AddedRoutes: Sendable {
    /// Routes that openapi.json describes.
    ///
    /// - Parameter routes: what the service's own routes stand on.
    func described(by routes: Routes) -> [GatedRoute]

    /// Routes that are described nowhere.
    var undescribed: [Route] { get }
}
