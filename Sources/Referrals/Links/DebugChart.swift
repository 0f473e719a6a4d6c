/// The debug page's flow chart: where each platform goes.
package struct DebugChart: Equatable, Sendable {
    package struct Branch: Equatable, Sendable {
        /// Such as `Android`, or `iPhone, app not installed`.
        package let who: String
        /// The steps in order, such as `The app opens with the link`, each with the URL it leads to.
        package let steps: [Step]
    }

    package struct Step: Equatable, Sendable {
        package let text: String
        package let url: String?
    }

    package let branches: [Branch]
    package let warnings: [LinkWarning]
}

extension Link {
    package func debugChart(in profile: AppProfile, at now: Timestamp) -> DebugChart {
        fatalError("H1")
    }
}
