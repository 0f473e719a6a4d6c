internal import Glibc

/// Returns when the day, by UTC, began a while ago and goes on for a while: for tests that count days.
package func wellWithinADay() async throws {
    // From five minutes before midnight, which a test may last, to two and a half after it: some of what is
    // to be today's is made two minutes older.
    let sinceEvening = (time(nil) + 300) % 86_400
    guard sinceEvening < 450 else { return }
    try await Task.sleep(for: .seconds(450 - sinceEvening))
    // Back to a thread that may block.
    await Task.yield()
}
