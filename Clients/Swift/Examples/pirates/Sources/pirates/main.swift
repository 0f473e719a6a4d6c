import Foundation
import Shipmate

// A game for a terminal: pirates HOST [FOLDER] [INVITE]. FOLDER stands for the phone, INVITE for the tapped link.
let arguments = CommandLine.arguments
guard arguments.count > 1, let host = URL(string: arguments[1]) else {
    print("usage: pirates HOST [FOLDER] [INVITE]")
    exit(2)
}
var options = Options()
if arguments.count > 2 {
    options.folder = URL(fileURLWithPath: arguments[2])
    options.store = FileStore(folder: URL(fileURLWithPath: arguments[2]))
}
let game = Game(Shipmate(host: host, options: options))
await game.begin(invite: arguments.count > 3 ? URL(string: arguments[3]) : nil)
print("Commands: invite, sail, join EMAIL PASSWORD, sign-in EMAIL PASSWORD, treasure, friends, doctor, quit")
while let line = readLine(), line != "quit" { await game.obey(line) }
await game.end()
