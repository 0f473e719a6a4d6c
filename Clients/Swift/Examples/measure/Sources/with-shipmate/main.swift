import Foundation
import Shipmate

// An app that uses most of the library, so that the linker keeps it.
let shipmate = Shipmate(host: URL(string: CommandLine.arguments.last ?? "")!)
let player = try await shipmate.start()
try await shipmate.record(.levelReached(5))
_ = try await (shipmate.invite(), shipmate.rewards(), shipmate.referrals(), shipmate.me(), shipmate.flush())
do throws(ShipmateError) {
    try await shipmate.link(email: "a@example.com", password: "a parrot named Sam")
} catch {
    if case .emailInUse(let offer) = error { try await offer.accept() }
}
shipmate.open(URL(string: "examplegame://open")!)
for line in await shipmate.diagnose() { print(line) }
for await balances in shipmate.balances where balances["pieces_of_eight"] > 0 { break }
try await shipmate.signOut()
try await shipmate.deleteUser()
