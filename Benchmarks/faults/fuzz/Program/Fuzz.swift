internal import Fuzzing
internal import Glibc

/// Which reader is tried: `FUZZ_TARGET`, one of FuzzTarget's names.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("FUZZ_TARGET must be one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
}()

/// What libFuzzer calls with each input that it has made up.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let mistake = target.mistake(with: input) { fatalError("\(target): \(mistake)") }
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ argc: UnsafeMutablePointer<CInt>, _ argv: UnsafeMutablePointer<Arguments>,
    _ tryInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// SwiftPM has the linker make this `main`, in place of libFuzzer's own, which does the same.
@_cdecl("fuzz_main")
public func runAsMain(_ argc: CInt, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var (argc, argv) = (argc, argv)
    return runFuzzer(&argc, &argv, tryInput)
}
