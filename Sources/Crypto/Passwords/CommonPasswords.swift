/// Knows the passwords that are tried first: those of the published lists, and the patterns that people make
/// them by.
package enum CommonPasswords {
    /// Any case.
    package static func contains(_ password: String) -> Bool {
        let characters = Array(password.lowercased().utf8)
        return isListed(characters) || isRepetition(characters) || isWalk(characters)
            || isDecoratedWord(characters)
    }

    private static func isListed(_ characters: [UInt8]) -> Bool {
        listed.contains(String(decoding: characters, as: UTF8.self))
    }

    /// `aaaaaaaa`, `abc1abc1`, `passwordpassword`: one short or listed piece over and over.
    private static func isRepetition(_ characters: [UInt8]) -> Bool {
        (1...max(1, characters.count / 2)).contains { length in
            guard characters.count % length == 0, characters.count > length,
                characters.indices.allSatisfy({ characters[$0] == characters[$0 % length] })
            else { return false }
            let piece = Array(characters.prefix(length))
            return length <= 4 || isListed(piece) || words.contains(String(decoding: piece, as: UTF8.self))
        }
    }

    /// `12345678`, `qwertyuiop`, `asdf1234`, `zaq12wsx`: nothing but runs of three or more along a known
    /// line.
    private static func isWalk(_ characters: [UInt8]) -> Bool {
        var rest = characters[...]
        while !rest.isEmpty {
            guard let run = longestRun(rest) else { return false }
            rest = rest.dropFirst(run)
        }
        return true
    }

    private static func longestRun(_ characters: ArraySlice<UInt8>) -> Int? {
        lines.compactMap { line -> Int? in
            line.indices.filter { line[$0] == characters.first }
                .map { start in zip(line[start...], characters).prefix { $0 == $1 }.count }
                .max()
        }.max().flatMap { $0 >= 3 ? $0 : nil }
    }

    /// `P@ssw0rd!`, `welcome2024`, `123qwerty`: a favourite word with the digits and marks that are added to
    /// please a rule.
    private static func isDecoratedWord(_ characters: [UInt8]) -> Bool {
        let spelled = characters.map(letterMeant)
        let leading = characters.prefix(decorationsMax).prefix { !isLetter($0) }.count
        let trailing = characters.suffix(decorationsMax).reversed().prefix { !isLetter($0) }.count
        return (0...leading).contains { start in
            (0...trailing).contains { left in
                let end = characters.count - left
                return start < end && start + left <= decorationsMax
                    && words.contains(String(decoding: spelled[start..<end], as: UTF8.self))
            }
        }
    }

    private static func isLetter(_ character: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character)
    }

    private static let decorationsMax = 6

    /// The letter that a digit or mark stands for in `p@$$w0rd`.
    private static func letterMeant(_ character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "@"), UInt8(ascii: "4"): UInt8(ascii: "a")
        case UInt8(ascii: "3"): UInt8(ascii: "e")
        case UInt8(ascii: "1"), UInt8(ascii: "!"): UInt8(ascii: "i")
        case UInt8(ascii: "0"): UInt8(ascii: "o")
        case UInt8(ascii: "$"), UInt8(ascii: "5"): UInt8(ascii: "s")
        case UInt8(ascii: "7"): UInt8(ascii: "t")
        default: character
        }
    }

    /// Rows, columns and zigzags of the usual keyboards, the alphabet and the digits; each also backwards.
    private static let lines: [[UInt8]] = {
        let forward = """
            1234567890 qwertyuiop[] asdfghjkl;' zxcvbnm,./ qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn
            1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0
            qawsedrftgyhujikolp 147258369 159753 !@#$%^&*() abcdefghijklmnopqrstuvwxyz 0123456789
            """.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) }
        return forward + forward.map { $0.reversed() }
    }()
}
