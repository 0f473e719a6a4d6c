import Batching
import FoundationEssentials
import TestSupport
import Testing
import Values

/// Who is known to be blocked, and for how long.
@Suite struct BlockedUsersTests {
    @Test func `one is blocked until told otherwise, or until nobody asks any more`() async throws {
        let blocked = BlockedUsers(memoryMilliseconds: 100)
        let (anne, ben) = (UserID(UUID()), UserID(UUID()))
        blocked.add(anne)
        blocked.add(ben)
        #expect(blocked.contains(anne) && blocked.contains(ben) && !blocked.isEmpty)
        blocked.remove(anne)
        #expect(!blocked.contains(anne) && blocked.contains(ben))
        #expect(await eventually { blocked.isEmpty })
        #expect(!blocked.contains(ben))
    }

    @Test func `there is a limit to them, and the oldest goes`() {
        let blocked = BlockedUsers()
        let users = (0...4_096).map { _ in UserID(UUID()) }
        for user in users { blocked.add(user) }
        #expect(!blocked.contains(users[0]))
        #expect(users[1...].allSatisfy(blocked.contains))
    }
}
