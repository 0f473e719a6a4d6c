import Batching
import FoundationEssentials
import TestSupport
import Testing
import Values

/// Who is known to be blocked, and for how long.
@Suite struct ContendedUsersTests {
    @Test func `a user is contended until it is reported free, or until no command asks for a while`()
        async throws
    {
        let contended = ContendedUsers(memoryMilliseconds: 100)
        let (anne, ben) = (UserID(UUID()), UserID(UUID()))
        contended.add(anne)
        contended.add(ben)
        #expect(contended.contains(anne) && contended.contains(ben) && !contended.isEmpty)
        contended.remove(anne)
        #expect(!contended.contains(anne) && contended.contains(ben))
        #expect(await eventually { contended.isEmpty })
        #expect(!contended.contains(ben))
    }

    @Test func `there is a limit to them, and the oldest goes`() {
        let contended = ContendedUsers()
        let users = (0...4_096).map { _ in UserID(UUID()) }
        for user in users { contended.add(user) }
        #expect(!contended.contains(users[0]))
        #expect(users[1...].allSatisfy(contended.contains))
    }
}
