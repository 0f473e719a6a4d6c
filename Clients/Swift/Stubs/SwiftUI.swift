// Declarations of Apple's SwiftUI, as far as ShipmateUI and the quick start use them. They are compiled, never run.
@_exported import Foundation
import UIKit

// https://developer.apple.com/documentation/swiftui/view
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor var body: Body { get }
}

extension Never: View { public var body: Never { fatalError() } }

// https://developer.apple.com/documentation/swiftui/viewbuilder
@resultBuilder public struct ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        fatalError()
    }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildEither<A: View, B: View>(first: A) -> ConditionalContent<A, B> { fatalError() }
    public static func buildEither<A: View, B: View>(second: B) -> ConditionalContent<A, B> { fatalError() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

public struct TupleView<T>: View { public var body: Never { fatalError() } }
public struct ConditionalContent<A: View, B: View>: View { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

// https://developer.apple.com/documentation/swiftui/text
public struct Text: View, Sendable {
    public init<S: StringProtocol>(_ content: S) {}
    public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/button
public struct Button<Label: View>: View {
    public var body: Never { fatalError() }
}
extension Button where Label == Text {
    // https://developer.apple.com/documentation/swiftui/button/init(_:action:)
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
}

// https://developer.apple.com/documentation/swiftui/vstack
public struct VStack<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
// https://developer.apple.com/documentation/swiftui/zstack
public struct ZStack<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/sharelink
@available(iOS 16.0, macOS 13.0, *)
public struct ShareLink: View {
    // https://developer.apple.com/documentation/swiftui/sharelink/init(_:item:subject:message:)-3ax5s
    public init<S: StringProtocol>(_ title: S, item: URL, subject: Text? = nil, message: Text? = nil) {}
    // https://developer.apple.com/documentation/swiftui/sharelink/init(item:subject:message:)
    public init(item: URL, subject: Text? = nil, message: Text? = nil) {}
    public var body: Never { fatalError() }
}

extension View {
    // https://developer.apple.com/documentation/swiftui/view/disabled(_:)
    public func disabled(_ disabled: Bool) -> some View { self }
    // https://developer.apple.com/documentation/swiftui/view/task(priority:_:)
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { self }
    // https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:)
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
    // https://developer.apple.com/documentation/swiftui/view/onchange(of:perform:)
    public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some View {
        self
    }
}

// https://developer.apple.com/documentation/swiftui/state
@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
}
extension State where Value: ExpressibleByNilLiteral { public init() { fatalError() } }

// https://developer.apple.com/documentation/swiftui/scenephase
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues { public var scenePhase: ScenePhase { fatalError() } }
// https://developer.apple.com/documentation/swiftui/environment
@propertyWrapper public struct Environment<Value> {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/scene
@MainActor public protocol Scene {
    associatedtype Body: Scene
    @MainActor var body: Body { get }
}
extension Never: Scene {}
// https://developer.apple.com/documentation/swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
// https://developer.apple.com/documentation/swiftui/app
@MainActor public protocol App {
    associatedtype Body: Scene
    @MainActor var body: Body { get }
    @MainActor init()
}
extension App { @MainActor public static func main() {} }

// https://developer.apple.com/documentation/swiftui/uiviewrepresentable
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    @MainActor func makeUIView(context: Context) -> UIViewType
    @MainActor func updateUIView(_ uiView: UIViewType, context: Context)
    @MainActor func makeCoordinator() -> Coordinator
}
extension UIViewRepresentable where Body == Never { public var body: Never { fatalError() } }
// https://developer.apple.com/documentation/swiftui/uiviewrepresentablecontext
@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public var coordinator: Representable.Coordinator { fatalError() }
}
