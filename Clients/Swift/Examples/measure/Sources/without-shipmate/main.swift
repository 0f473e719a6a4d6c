import Foundation

// The same program without the library: what is left is Foundation's and Swift's part.
print(URL(string: CommandLine.arguments.last ?? "")?.host ?? "no host")
