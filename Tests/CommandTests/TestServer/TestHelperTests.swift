import TestSupport
import Testing

@testable import shipmate

/// The helpers in `Clients/Testing`, each with the tests of a stranger's app. `make test-helpers` also runs
/// those that need a build of their own.
struct TestHelperTests {
    @Test func `the plugin for pytest`() throws {
        let said = try Shell.output(
            """
            cd Clients/Testing/python
            SHIPMATE_BINARY=\(TemporaryCluster.program) $OLDPWD/\(PythonPackages.python()) -B -m pytest -q \
            -p no:cacheprovider test_story.py
            """)
        #expect(said.contains("3 passed"), "\(said)")
    }

    @Test func `the helper for node`() throws {
        let said = try Shell.output(
            """
            SHIPMATE_BINARY=\(TemporaryCluster.program) node --test Clients/Testing/node/story.test.mjs
            """)
        #expect(said.contains("# pass 3") && said.contains("# fail 0"), "\(said)")
    }
}
